// Formatted text: what is stored, what is refused, and that nothing of it becomes HTML. Payloads as attackers send them.
import { expect, test } from 'vitest';
import { docOf, isAddress, isPlain, isRichDoc, mentionedIn, type RichDoc, textOf, withLabels } from '#contract/kit/richText.ts';

const doc = (...content: unknown[]) => ({ type: 'doc', content });
const p = (...content: unknown[]) => ({ type: 'paragraph', content });
const text = (words: string, ...marks: unknown[]) => ({ type: 'text', text: words, ...(marks.length > 0 && { marks }) });
const link = (href: unknown) => ({ type: 'link', attrs: { href } });
const item = (...content: unknown[]) => ({ type: 'listItem', content });

const whole = doc(
  { type: 'heading', attrs: { level: 2 }, content: [text('Plan')] },
  p(
    text('Asked '),
    text('twice', { type: 'bold' }, { type: 'italic' }),
    { type: 'hardBreak' },
    text('see', link('https://example.com/a?b=1&c=2')),
  ),
  p(),
  {
    type: 'bulletList',
    content: [item(p(text('one')), { type: 'orderedList', attrs: { start: 3 }, content: [item(p(text('three')))] })],
  },
  p({ type: 'mention', attrs: { id: 7, label: 'Ana Reyes' } }, text(' please')),
) as RichDoc;

test('what the editor makes is stored, and has a text', () => {
  expect(isRichDoc(whole)).toBe(true);
  expect(textOf(whole)).toBe('Plan\nAsked twice\nsee\n\n• one\n  3. three\n@Ana Reyes please');
  expect([...mentionedIn(whole)]).toEqual([7]);
  expect(textOf(withLabels(whole, () => 'Ana Diaz'))).toContain('@Ana Diaz please');
  expect(mentionedIn(withLabels(whole, () => undefined)).size).toBe(0);
});

test('plain text is a paragraph a line, and comes back', () => {
  for (const words of ['One', 'One\n\nTwo', '', '<b>not bold</b>\n&amp;']) {
    expect(textOf(docOf(words))).toBe(words);
    expect(isPlain(docOf(words))).toBe(true);
    expect(isRichDoc(docOf(words))).toBe(true);
  }
  expect(isPlain(whole)).toBe(false);
});

const nested = (levels: number): unknown =>
  levels === 0 ? p(text('deep')) : { type: 'bulletList', content: [item(nested(levels - 1))] };

test.each<[string, unknown]>([
  ['no document', 'text'],
  ['null', null],
  ['a list', [p(text('a'))]],
  ['another root', p(text('a'))],
  ['an empty document', doc()],
  ['an unknown node', doc({ type: 'image', attrs: { src: 'x', onerror: 'alert(1)' } })],
  ['a node named like HTML', doc({ type: 'script', content: [text('alert(1)')] })],
  ['raw HTML', doc({ type: 'html', content: '<img src=x onerror=alert(1)>' })],
  ['an iframe', doc({ type: 'iframe', attrs: { srcdoc: '<script>alert(1)</script>' } })],
  ['an unknown mark', doc(p(text('a', { type: 'code' })))],
  ['a mark with attributes', doc(p(text('a', { type: 'bold', attrs: { style: 'x' } })))],
  ['another key', doc({ ...p(text('a')), onclick: 'alert(1)' })],
  ['a key in a text', doc(p({ ...text('a'), dangerouslySetInnerHTML: { __html: '<script>' } }))],
  ['an attribute of a link', doc(p(text('a', { type: 'link', attrs: { href: 'https://a.example', onclick: 'x' } })))],
  ['a heading of level 1', doc({ type: 'heading', attrs: { level: 1 }, content: [text('a')] })],
  ['a level that is HTML', doc({ type: 'heading', attrs: { level: '2><script>' }, content: [text('a')] })],
  ['a start that is HTML', doc({ type: 'orderedList', attrs: { start: '1" onmouseover="x' }, content: [item(p(text('a')))] })],
  ['a mention of no id', doc(p({ type: 'mention', attrs: { id: '7', label: 'a' } }))],
  ['a mention with HTML as a key', doc(p({ type: 'mention', attrs: { id: 7, label: 'a', '<script>': 1 } }))],
  ['an own __proto__', doc(JSON.parse('{"type":"paragraph","__proto__":{"x":1}}'))],
  ['NUL', doc(p(text('a\0b')))],
  ['half a surrogate pair', doc(p(text('a\ud800')))],
  ['a control character', doc(p(text('a\u001bb')))],
  ['an empty text', doc(p(text('')))],
  ['lists 20 deep', doc(nested(20))],
  ['lists 20,000 deep', JSON.parse(`${'{"type":"doc","content":['.repeat(20_000)}${']}'.repeat(20_000)}`)],
  ['too many nodes', doc(...Array.from({ length: 4000 }, () => p()))],
  ['a mark twice', doc(p(text('a', { type: 'bold' }, { type: 'bold' })))],
  ['two links at a text', doc(p(text('a', link('https://a.example'), link('https://b.example'))))],
  [
    'too much of addresses',
    doc(p(...Array.from({ length: 20 }, () => text('a', link(`https://a.example/${'a'.repeat(1_900)}`))))),
  ],
  ['too long a text', doc(p(text('a'.repeat(9_000))), p(text('a'.repeat(2_000))))],
])('%s is refused', (_, value) => {
  expect(isRichDoc(value)).toBe(false);
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  '\u200bjavascript:alert(1)',
  'javascript\u200b:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'vbscript:msgbox(1)',
  'blob:https://example.com/1',
  'file:///etc/passwd',
  '//example.com',
  '/contacts',
  'https:',
  'https://exa mple.com',
  'https://example.com/\u202egpj.exe',
  `https://example.com/${'a'.repeat(3000)}`,
  '',
])('no link to %j', (href) => {
  expect(isAddress(href)).toBe(false);
  expect(isRichDoc(doc(p(text('a', link(href)))))).toBe(false);
});

test.each(['https://example.com', 'HTTP://example.com/a?b#c', 'mailto:rosa@example.com', 'tel:+13055550142'])(
  'a link to %s',
  (href) => {
    expect(isRichDoc(doc(p(text('a', link(href)))))).toBe(true);
  },
);
