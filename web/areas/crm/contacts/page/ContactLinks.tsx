// Family, household, caregivers and referrals of a contact: small, beside everything else about it.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { invalidate, queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import type { Contact } from '#contract/contacts.ts';
import { type LinkedContact, listLinkedContacts, updateLinkedContact } from '#contract/linkedContacts.ts';
import { dayWords } from '#ui/days.ts';
import { MenuItem } from '#ui/Menu.tsx';
import { todayIn } from '#ui/moments.ts';
import { OverflowMenu } from '#ui/OverflowMenu.tsx';
import { PersonAvatar } from '#ui/PersonAvatar.tsx';
import { ContactLinkDialog } from './ContactLinkDialog.tsx';
import classes from './ContactLinks.module.css';
import summary from './ContactSummary.module.css';
import { relationWords } from './contacts.relations.ts';

export function ContactLinks({ contact: { id, can } }: { contact: Contact }) {
  const { timezone } = useMe();
  /** The link in the dialog; null: a new one. */
  const [editing, setEditing] = useState<LinkedContact | null>();
  const query = useQuery(queryOf(listLinkedContacts, { params: { id } }));
  const links = query.data?.data ?? [];
  const isShown = (one: number) => one === id || links.some((link) => link.id === one);
  useUpdate('contact.changed', (changed) => isShown(changed.id) && void invalidate(listLinkedContacts));
  const send = useSend(updateLinkedContact, { invalidates: [listLinkedContacts, listContactTimeline] });
  const end = ({ id: linked_contact_id, name, relation }: LinkedContact) => {
    const change = (next: LinkedContact['relation'] | null) => ({
      params: { id },
      body: { linked_contact_id, relation: next },
    });
    send.mutate(change(null), {
      onSuccess: () => notice.done(`Ended the link with ${name}`, () => send.mutate(change(relation))),
    });
  };
  const isFailed = query.error !== null && !query.data;
  if (links.length === 0 && !can.update && !isFailed) return null;
  return (
    <section className={summary.block} aria-labelledby="links">
      <h2 className={summary.title} id="links">
        Family and links
      </h2>
      {isFailed && <FailedQuery query={query} />}
      {links.length > 0 && (
        <ul className={summary.lines} aria-labelledby="links">
          {links.map((link) => (
            <li key={link.id} className={classes.link}>
              <PersonAvatar person={link} />
              <div className={classes.words}>
                <Link to="/contacts/$id" params={{ id: String(link.id) }} className={classes.name}>
                  {link.name || 'No name'}
                </Link>
                <div className={classes.faint}>
                  {relationWords[link.relation]}
                  {link.turns_65_on && link.turns_65_on >= todayIn(timezone) && (
                    <span className="figures"> · turns 65 on {dayWords(link.turns_65_on)}</span>
                  )}
                </div>
              </div>
              {can.update && (
                <OverflowMenu label={`Actions of the link with ${link.name}`}>
                  <MenuItem onClick={() => setEditing(link)}>Change</MenuItem>
                  <MenuItem onClick={() => end(link)}>End the link</MenuItem>
                </OverflowMenu>
              )}
            </li>
          ))}
        </ul>
      )}
      {can.update && (
        <div>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconPlus size="0.9rem" stroke={1.6} />}
            onClick={() => setEditing(null)}
          >
            Link a contact
          </Button>
        </div>
      )}
      {editing !== undefined && <ContactLinkDialog id={id} link={editing ?? undefined} onClose={() => setEditing(undefined)} />}
    </section>
  );
}
