// Some fields of a contact as a form: saved or discarded together, kept until then, merged with what others save meanwhile.
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment, useEffect, useRef } from 'react';
import { notice } from '#app/notices.tsx';
import { useMe } from '#app/session.ts';
import type { Contact } from '#contract/contacts.ts';
import { FormLayout, Wide } from '#ui/FormLayout.tsx';
import { momentIn } from '#ui/moments.ts';
import { oneself, useEditors } from '../page/useEditors.ts';
import classes from './ContactForm.module.css';
import { ContactFormClash } from './ContactFormClash.tsx';
import { ContactFormField, isWide } from './ContactFormField.tsx';
import type { Field } from './contacts.fields.ts';
import type { NameOf } from './contacts.values.ts';
import { useContactDraft } from './useContactDraft.ts';

export function ContactForm({
  contact,
  fields,
  nameOf,
  focus,
  onDone,
}: {
  contact: Contact;
  fields: readonly Field[];
  nameOf: NameOf;
  /** The field that gets the focus; the first if absent. Null: the focus stays. */
  focus?: string | undefined | null;
  onDone: () => void;
}) {
  const draft = useContactDraft(contact, fields, {
    onDone,
    onKept: () => notice.done(<KeptNotice contact={contact} />),
  });
  const { timezone } = useMe();
  const editorOf = useEditors(contact.id, draft.changedMeanwhile.length > 0);
  const root = useRef<HTMLDivElement>(null);
  const start = useRef(focus);
  useEffect(() => {
    if (start.current === null) return;
    const named = root.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(start.current ?? '')}"]`);
    (named ?? root.current)?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, button')?.focus();
  }, []);
  const discard = () => {
    if (draft.isEdited) notice.done('Discarded your changes', draft.discard());
    onDone();
  };
  const who = [...new Set(draft.changedMeanwhile.map((field) => editorOf(field) ?? 'somebody else'))]
    .map((name) => (name === oneself ? 'you in another window' : name))
    .join(' and ');

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the form's controls
    <div
      ref={root}
      className={classes.form}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) draft.save();
        // Escape must not discard typed text.
        if (event.key === 'Escape' && !event.defaultPrevented && !draft.isEdited) onDone();
      }}
    >
      <FormLayout
        columns={2}
        submit="Save"
        busy={draft.busy}
        error={draft.error}
        onCancel={discard}
        onSubmit={(event) => {
          event.preventDefault();
          draft.save();
        }}
      >
        {draft.restoredAt !== null && draft.isEdited && (
          <Wide>
            <Text role="status" size="sm" c="dimmed">
              Not saved yet: typed on {momentIn(timezone, new Date(draft.restoredAt).toISOString())}. Cancel discards it.
            </Text>
          </Wide>
        )}
        {fields.map((field) => {
          const Cell = isWide(field) ? Wide : Fragment;
          return (
            <Cell key={field.path}>
              <div data-field={field.path}>
                <ContactFormField field={field} form={draft.form} base={draft.base} nameOf={nameOf} />
              </div>
            </Cell>
          );
        })}
        {draft.changedMeanwhile.length > 0 && (
          <Wide>
            <Text role="status" size="sm" c="dimmed">
              Changed by {who} meanwhile: {draft.changedMeanwhile.map(({ label }) => label).join(', ')}.{' '}
              <Anchor component="button" type="button" onClick={draft.showMeanwhile}>
                Show
              </Anchor>
            </Text>
          </Wide>
        )}
      </FormLayout>
      {draft.clash && (
        <ContactFormClash
          contactId={contact.id}
          clash={draft.clash}
          nameOf={nameOf}
          onResolve={draft.resolve}
          onClose={draft.goOnEditing}
        />
      )}
    </div>
  );
}

const KeptNotice = ({ contact }: { contact: Contact }) => (
  <>
    Not saved yet, but kept: your changes to{' '}
    <Link to="/contacts/$id" params={{ id: String(contact.id) }} search={{ tab: 'details' }}>
      {contact.name || 'this contact'}
    </Link>
  </>
);
