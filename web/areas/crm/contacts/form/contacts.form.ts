// The values of a contact form, and the form that holds them.
import type { UseFormReturnType } from '@mantine/form';
import type { Contact, ContactFields } from '#contract/contacts.ts';
import type { Tag } from '#contract/tags.ts';
import type { Person } from '#contract/users.ts';

export interface PhoneDraft {
  key: string;
  type: 2 | 9;
  number: string;
}
export interface EmailDraft {
  key: string;
  address: string;
}
/** A contact belongs to a person or to a pool. */
export interface Holder {
  of: 'people' | 'pools';
  who: Person | null;
}

/** The values of a contact form; each form shows some of them. */
export interface ContactValues extends Omit<Pick<Contact, keyof ContactFields>, 'state' | 'phones' | 'emails'> {
  state: string | null;
  phones: PhoneDraft[];
  emails: EmailDraft[];
  tags: Tag[];
  holder: Holder;
}

export type ContactForm = UseFormReturnType<ContactValues>;
