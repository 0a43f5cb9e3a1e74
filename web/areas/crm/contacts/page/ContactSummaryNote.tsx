// The standing note: what everybody should read first, edited in place.
import { UnstyledButton } from '@mantine/core';
import { startTransition, useState } from 'react';
import { useHasDraft } from '#app/drafts.ts';
import type { Contact } from '#contract/contacts.ts';
import { later } from '#ui/later.ts';
import { draftName } from '../form/contacts.draftNames.ts';
import { noteField } from '../form/contacts.fields.ts';
import classes from './ContactSummary.module.css';

const ContactForm = later(() => import('../form/ContactForm.tsx').then((module) => module.ContactForm));

const fields = [noteField];
const noNames = () => undefined;

export function ContactSummaryNote({ contact }: { contact: Contact }) {
  const [editing, setEditing] = useState<boolean>();
  const hasDraft = useHasDraft([draftName(contact.id, noteField)]) && contact.can.update;
  if (editing || hasDraft)
    return (
      <ContactForm
        contact={contact}
        fields={fields}
        nameOf={noNames}
        focus={editing ? undefined : null}
        onDone={() => setEditing(false)}
      />
    );
  const justClosed = editing === false;
  if (!contact.note && !contact.can.update) return null;
  return (
    <section className={classes.block} aria-labelledby="note">
      <h2 className={classes.title} id="note">
        Standing note
      </h2>
      {contact.can.update ? (
        <UnstyledButton
          className={classes.note}
          aria-describedby="note"
          autoFocus={justClosed}
          onClick={() => startTransition(() => setEditing(true))}
        >
          {contact.note || <span className={classes.faint}>Write what everybody should know first</span>}
        </UnstyledButton>
      ) : (
        <div className={classes.note}>{contact.note}</div>
      )}
    </section>
  );
}
