// Every field of a contact in sections, each edited in place.
import { Button, Title } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useHasDraft } from '#app/drafts.ts';
import { useMe } from '#app/session.ts';
import type { Contact } from '#contract/contacts.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import { phoneTypes } from '#contract/lookups.ts';
import { later } from '#ui/later.ts';
import { momentIn } from '#ui/moments.ts';
import { useCustomFields } from '#web/areas/crm/reference/reference.api.ts';
import { useContactNames } from '../filters/useContactNames.ts';
import { draftOf, read } from '../form/contacts.draft.ts';
import { draftName } from '../form/contacts.draftNames.ts';
import { customSection, type Field, type Section, sections } from '../form/contacts.fields.ts';
import { type NameOf, valueWords } from '../form/contacts.values.ts';
import classes from './ContactDetails.module.css';

/** Fields, dates and pickers. */
const ContactForm = later(() => import('../form/ContactForm.tsx').then((module) => module.ContactForm));

export interface Editing {
  /** The sections open for editing. */
  open: readonly string[];
  start: (section: string, path?: string) => void;
  end: (section: string) => void;
  /** The field to start at. */
  focus: string | undefined;
  /** The section just closed: its button takes the focus back. */
  closed: string | undefined;
}

export function ContactDetails({ contact, editing }: { contact: Contact; editing: Editing }) {
  const nameOf = useContactNames(contact);
  const custom = useCustomFields();
  const all = custom.length > 0 ? [...sections, customSection(custom)] : sections;
  return (
    <div className={classes.sections}>
      {all.map((section) => (
        <OneSection key={section.id} section={section} contact={contact} editing={editing} nameOf={nameOf} />
      ))}
    </div>
  );
}

/** Open while it is edited, and where something typed in it is not saved yet. */
function OneSection({
  section,
  contact,
  editing,
  nameOf,
}: {
  section: Section;
  contact: Contact;
  editing: Editing;
  nameOf: NameOf;
}) {
  const hasDraft = useHasDraft(section.fields.map((field) => draftName(contact.id, field)));
  const isStarted = editing.open.includes(section.id);
  if (!contact.can.update || !(isStarted || hasDraft)) {
    return (
      <Shown
        section={section}
        contact={contact}
        nameOf={nameOf}
        focused={editing.closed === section.id}
        onEdit={contact.can.update ? (path) => editing.start(section.id, path) : undefined}
      />
    );
  }
  return (
    <section className={classes.section} aria-label={section.title}>
      <Title order={2} size="h3">
        {section.title}
      </Title>
      <ContactForm
        contact={contact}
        fields={section.fields.filter(({ control }) => control !== 'holder' || contact.can.assign)}
        nameOf={nameOf}
        focus={isStarted ? editing.focus : null}
        onDone={() => editing.end(section.id)}
      />
    </section>
  );
}

function Shown({
  section,
  contact,
  nameOf,
  focused,
  onEdit,
}: {
  section: Section;
  contact: Contact;
  nameOf: NameOf;
  focused: boolean;
  onEdit: ((path?: string) => void) | undefined;
}) {
  return (
    <section className={classes.section} aria-label={section.title}>
      <div className={classes.head}>
        <Title order={2} size="h3">
          {section.title}
        </Title>
        {onEdit && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconPencil size="0.9rem" stroke={1.6} />}
            aria-label={`Edit ${section.title}`}
            autoFocus={focused}
            onClick={() => onEdit()}
          >
            Edit
          </Button>
        )}
      </div>
      <dl className={classes.list}>
        {section.fields.map((field) => (
          <div key={field.path} className={classes.pair}>
            <dt>{field.label}</dt>
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: a shortcut for the pointer; the keyboard has the section's button */}
            <dd data-editable={onEdit && true} onClick={() => getSelection()?.isCollapsed && onEdit?.(field.path)}>
              <Value field={field} contact={contact} nameOf={nameOf} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Value({ field, contact, nameOf }: { field: Field; contact: Contact; nameOf: NameOf }) {
  const { timezone } = useMe();
  const lines = (items: readonly { key: string; text: ReactNode }[]) =>
    items.length > 0 ? items.map(({ key, text }) => <div key={key}>{text}</div>) : <Empty />;
  if (field.control === 'phones') {
    const typeOf = (type: number) => phoneTypes.find(({ value }) => value === type)?.label.toLowerCase() ?? '';
    return lines(
      contact.phones.map(({ number, type }, place) => ({
        key: `${place}:${number}`,
        text: (
          <>
            <span className="figures">{formatPhone(number)}</span> <span className={classes.faint}>{typeOf(type)}</span>
          </>
        ),
      })),
    );
  }
  if (field.control === 'emails')
    return lines(contact.emails.map(({ address }, place) => ({ key: `${place}:${address}`, text: address })));
  if (field.control === 'consent' && contact.consent) {
    const { at, source, ip, text } = contact.consent;
    return (
      <>
        <div>{[momentIn(timezone, at), source, ip].filter(Boolean).join(' · ')}</div>
        <div className={classes.faint}>{text}</div>
      </>
    );
  }
  return valueWords(field, read(draftOf(contact, [field]), field.path), nameOf) || <Empty />;
}

const Empty = () => (
  <span className={classes.faint}>
    <span aria-hidden>–</span>
    <span className="unseen">empty</span>
  </span>
);
