// The few fields that users change while they work down the list.
import { useQuery } from '@tanstack/react-query';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { useEver } from '#ui/later.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { glanceAtContact } from '../contacts.api.ts';
import { useContactNames } from '../filters/useContactNames.ts';
import { ContactForm } from '../form/ContactForm.tsx';
import { quickFields } from '../form/contacts.fields.ts';

export function ContactQuickEdit({ id, onClose }: { id: number; onClose: () => void }) {
  const contact = useQuery({ ...glanceAtContact(id), staleTime: 0 });
  // Once open, the form and its typed text stay, even if the contact is loaded again.
  const isReady = useEver(contact.data !== undefined && !contact.isFetching);
  const nameOf = useContactNames(contact.data);
  return (
    <Dialog onClose={onClose} title={contact.data?.name || 'Quick edit'} size="lg">
      {contact.data && isReady ? (
        <ContactForm contact={contact.data} fields={quickFields} nameOf={nameOf} onDone={onClose} />
      ) : contact.error ? (
        <FailedQuery query={contact} />
      ) : (
        <SkeletonLines lines={6} height={28} />
      )}
    </Dialog>
  );
}
