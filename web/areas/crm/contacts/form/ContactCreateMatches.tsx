// Contacts that have the typed phone or e-mail, with a link if the user may open them.
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ContactRow } from '#contract/contacts.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import classes from './ContactCreateMatches.module.css';

export function ContactCreateMatches({ matches }: { matches: readonly ContactRow[] }) {
  return (
    <div role="status" className={classes.live}>
      {matches.length > 0 && (
        <div className={classes.box}>
          <strong>{matches.length === 1 ? 'This person exists:' : 'These people exist:'}</strong>
          <ul className={classes.list}>
            {matches.map((contact) => (
              <li key={contact.id}>
                <Match contact={contact} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function Match({ contact: { id, name, organization, phone, email, owner, pool, limited } }: { contact: ContactRow }) {
  const called = name || organization || 'No name';
  const reach = [phone && formatPhone(phone), email].filter(Boolean).join(', ');
  const holder = owner?.name ?? pool?.name;
  if (limited) {
    return (
      <>
        {called} <span className={classes.faint}>{[reach, holder && `with ${holder}`].filter(Boolean).join(' · ')}</span>
      </>
    );
  }
  return (
    <>
      {called} <span className={classes.faint}>{[reach, holder].filter(Boolean).join(' · ')}</span>{' '}
      <Anchor
        underline="always"
        renderRoot={(props) => (
          <Link to="/contacts/$id" params={{ id: String(id) }} aria-label={`Open ${called}`} {...props}>
            Open
          </Link>
        )}
      />
    </>
  );
}
