// A text that may be formatted: plain until somebody formats it or mentions a colleague. Only then the editor is loaded.
import { Button, Textarea } from '@mantine/core';
import { IconTypography } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { docOf, type RichDoc, textOf } from '#contract/kit/richText.ts';
import { RichText } from './RichText.tsx';
import type { RichTextEditorProps } from './RichTextEditor.tsx';
import classes from './RichTextField.module.css';

const RichTextEditor = lazy(() => import('./RichTextEditor.tsx').then((module) => ({ default: module.RichTextEditor })));

/** `doc` is null while the text is plain; otherwise `body` is its text. */
export interface MaybeRich {
  body: string;
  doc: RichDoc | null;
}

interface Props
  extends Pick<RichTextEditorProps, 'name' | 'label' | 'placeholder' | 'error' | 'autoFocus' | 'onSubmit' | 'findPeople'> {
  value: MaybeRich;
  onChange: (value: MaybeRich) => void;
  maxRows?: number;
}

export function RichTextField({ value: { body, doc }, onChange, maxRows, ...rest }: Props) {
  const [switched, setSwitched] = useState(false);
  const format = (text: string) => {
    setSwitched(true);
    onChange({ body: text, doc: docOf(text) });
  };
  if (doc)
    return (
      <Suspense fallback={<RichText doc={doc} />}>
        <RichTextEditor
          {...rest}
          autoFocus={rest.autoFocus || switched}
          value={doc}
          onChange={(next) => onChange({ body: textOf(next), doc: next })}
        />
      </Suspense>
    );
  const { name, label, placeholder, error, autoFocus, onSubmit, findPeople } = rest;
  return (
    <div className={classes.plain}>
      <Textarea
        name={name}
        aria-label={label}
        placeholder={placeholder}
        autoFocus={autoFocus ?? false}
        autosize
        minRows={2}
        {...(maxRows && { maxRows })}
        maxLength={10_000}
        value={body}
        error={error}
        onChange={({ currentTarget: { value, selectionStart } }) => {
          // An @ typed at the end of the text, as the start of a word, asks for people.
          const asksForPeople = findPeople && value === `${body}@` && selectionStart === value.length && /(^|\s)@$/.test(value);
          if (asksForPeople) format(value);
          else onChange({ body: value, doc: null });
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit?.();
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      <Button
        className={classes.format ?? ''}
        variant="subtle"
        color="gray"
        size="compact-xs"
        leftSection={<IconTypography size="0.9rem" stroke={1.6} />}
        onClick={() => format(body)}
      >
        Format
      </Button>
    </div>
  );
}
