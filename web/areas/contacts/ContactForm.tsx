// Some of a contact's fields as a form: saved or left as one, merged with what others save meanwhile.
import { Anchor, Text } from '@mantine/core';
import { Fragment, useEffect, useRef } from 'react';
import type { Contact } from '#contract/contacts.ts';
import { LeaveGuard } from '../../app/LeaveGuard.tsx';
import { FormLayout, Wide } from '../../ui/FormLayout.tsx';
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
  /** The field to start at; else the first. */
  focus?: string | undefined;
  onDone: () => void;
}) {
  const draft = useContactDraft(contact, fields, onDone);
  const root = useRef<HTMLDivElement>(null);
  const start = useRef(focus);
  useEffect(() => {
    const named = root.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(start.current ?? '')}"]`);
    (named ?? root.current)?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, button')?.focus();
  }, []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the form's own controls, heard on their way up
    <div
      ref={root}
      className={classes.form}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) draft.save();
        // What was typed is not thrown away by a key.
        if (event.key === 'Escape' && !event.defaultPrevented && !draft.isEdited) onDone();
      }}
    >
      <FormLayout
        columns={2}
        submit="Save"
        busy={draft.busy}
        error={draft.error}
        onCancel={onDone}
        onSubmit={(event) => {
          event.preventDefault();
          draft.save();
        }}
      >
        {fields.map((field) => {
          const Cell = isWide(field) ? Wide : Fragment;
          return (
            <Cell key={field.path}>
              <div data-field={field.path}>
                <ContactFormField field={field} form={draft.form} nameOf={nameOf} />
              </div>
            </Cell>
          );
        })}
        {draft.changedMeanwhile.length > 0 && (
          <Wide>
            <Text role="status" size="sm" c="dimmed">
              Changed by somebody else meanwhile: {draft.changedMeanwhile.map(({ label }) => label).join(', ')}.{' '}
              <Anchor component="button" type="button" onClick={draft.showMeanwhile}>
                Show
              </Anchor>
            </Text>
          </Wide>
        )}
      </FormLayout>
      {draft.clash && (
        <ContactFormClash clash={draft.clash} nameOf={nameOf} onResolve={draft.resolve} onClose={draft.goOnEditing} />
      )}
      <LeaveGuard when={draft.isEdited} />
    </div>
  );
}
