// Formatted text as it is read. Elements are made from the tree: no HTML is ever parsed, and an unknown node shows nothing.
import { Fragment, type ReactNode } from 'react';
import {
  isAddress,
  type RichBlock,
  type RichDoc,
  type RichInline,
  type RichItem,
  type RichMark,
} from '#contract/kit/richText.ts';
import classes from './RichText.module.css';

export const RichText = ({ doc }: { doc: RichDoc }) => <div className={classes.text}>{blocks(doc.content)}</div>;

const blocks = (content: readonly RichBlock[]): ReactNode => keyed(content.map(block));

function block(node: RichBlock): ReactNode {
  if (node.type === 'paragraph') return <p>{node.content?.length ? inlines(node.content) : <br />}</p>;
  // The page has headings of its own.
  if (node.type === 'heading')
    return <p className={node.attrs.level === 2 ? classes.heading : classes.smallHeading}>{inlines(node.content)}</p>;
  if (node.type !== 'bulletList' && node.type !== 'orderedList') return null;
  const items = keyed(node.content.map(listItem));
  return node.type === 'bulletList' ? <ul>{items}</ul> : <ol start={node.attrs?.start ?? 1}>{items}</ol>;
}

const listItem = ({ content }: RichItem): ReactNode => <li>{blocks(content)}</li>;

const inlines = (content: readonly RichInline[] = []): ReactNode => keyed(content.map(inline));

function inline(node: RichInline): ReactNode {
  if (node.type === 'hardBreak') return <br />;
  if (node.type === 'mention') return <span className={classes.mention}>@{node.attrs.label}</span>;
  if (node.type !== 'text') return null;
  return (node.marks ?? []).reduce<ReactNode>(marked, node.text);
}

function marked(inner: ReactNode, mark: RichMark): ReactNode {
  if (mark.type === 'bold') return <strong>{inner}</strong>;
  if (mark.type === 'italic') return <em>{inner}</em>;
  if (mark.type !== 'link' || !isAddress(mark.attrs.href)) return inner;
  const { href } = mark.attrs;
  return (
    <a href={href} title={href} target="_blank" rel="noopener noreferrer nofollow">
      {inner}
    </a>
  );
}

// biome-ignore lint/suspicious/noArrayIndexKey: a place in the tree is what a node is known by
const keyed = (nodes: ReactNode[]) => nodes.map((node, place) => <Fragment key={place}>{node}</Fragment>);
