// Somebody calls: who it is, as far as contacts tell; answer or decline.
import { ActionIcon } from '@mantine/core';
import { IconPhone, IconPhoneX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryOf } from '#app/queries.ts';
import { fetchAssociatedContacts } from '#contract/dialer.ts';
import { normalPhone } from '#contract/kit/formats.ts';
import { colleagueOf, numberWords } from './dialer.numbers.ts';
import frame from './Phone.module.css';
import classes from './PhoneCall.module.css';
import { PhoneClock } from './PhoneClock.tsx';
import { accept, reject } from './phone.calls.ts';
import { live } from './phone.live.ts';

export function PhoneIncoming() {
  const call = live.use();
  const phone = normalPhone(call?.number ?? '');
  const matches = useQuery({
    ...queryOf(fetchAssociatedContacts, { body: { phone_number: phone } }),
    enabled: phone !== '',
    staleTime: 60_000,
  });
  if (!call) return null;
  const contacts = matches.data?.contacts ?? [];
  const [first] = contacts;
  const name = first?.name || call.name;
  const number = numberWords(call.number);
  return (
    <div className={classes.call}>
      <div role="alert" className={classes.centre}>
        <span className={classes.ringing}>Incoming Call ...</span>
        <strong className={classes.name}>
          <bdi>{name || number}</bdi>
        </strong>
        {name && <span className={`${classes.faint} figures`}>{number}</span>}
        {call.waitingSince && (
          <span className={classes.faint}>
            Waits in the queue for <PhoneClock since={call.waitingSince} label="Waiting time" />
          </span>
        )}
      </div>
      {contacts.length > 0 && !colleagueOf(call.number) && (
        <ul className={classes.matches} aria-label="Contacts with this number">
          {contacts.map((contact) => (
            <li key={contact.id}>
              {contact.in_reach ? (
                <Link to="/contacts/$id" params={{ id: String(contact.id) }} target="_blank">
                  {contact.name || 'No name'}
                </Link>
              ) : (
                <span>{contact.name || 'No name'}</span>
              )}
              <span className={classes.faint}>
                {[contact.address, contact.city, contact.state].filter(Boolean).join(', ') ||
                  (contact.owner && `Contact of ${contact.owner.name}`)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className={frame.row}>
        <span className={classes.answer}>
          <ActionIcon color="red.9" size="3.5rem" radius="xl" aria-label="Reject" onClick={reject}>
            <IconPhoneX size="1.5rem" stroke={1.6} />
          </ActionIcon>
          <span aria-hidden>Reject</span>
        </span>
        <span className={classes.answer}>
          <ActionIcon color="green.9" size="3.5rem" radius="xl" aria-label="Accept" onClick={accept}>
            <IconPhone size="1.5rem" stroke={1.6} />
          </ActionIcon>
          <span aria-hidden>Accept</span>
        </span>
      </div>
    </div>
  );
}
