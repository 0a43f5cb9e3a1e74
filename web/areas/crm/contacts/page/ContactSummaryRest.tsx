// The summary below the fold: loaded after the name and the ways to reach the person.
import { Suspense } from 'react';
import type { Contact } from '#contract/contacts.ts';
import { later } from '#ui/later.ts';
import { ContactLinks } from './ContactLinks.tsx';
import { ContactSummaryHolder } from './ContactSummaryHolder.tsx';
import { ContactSummaryNote } from './ContactSummaryNote.tsx';
import { ContactSummaryTags } from './ContactSummaryTags.tsx';

const ContactGate = later(() => import('#web/areas/messaging/compliance/ContactGate.tsx').then((module) => module.ContactGate));

export const ContactSummaryRest = ({ contact }: { contact: Contact }) => (
  <>
    <ContactSummaryTags contact={contact} />
    <ContactSummaryHolder contact={contact} />
    <Suspense>
      <ContactGate contact={contact} />
    </Suspense>
    <ContactLinks contact={contact} />
    <ContactSummaryNote contact={contact} />
  </>
);
