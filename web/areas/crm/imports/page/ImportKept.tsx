// Contacts that an undo did not change: who changed each, and when.
import { Anchor, Button, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { useMe } from '#app/session.ts';
import type { ImportAttempt, KeptContact } from '#contract/imports.ts';
import { momentIn } from '#ui/moments.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { keptQuery } from '../imports.api.ts';
import { counted } from '../imports.labels.ts';
import classes from './ImportKept.module.css';

export function ImportKept({ attempt: { id, kept } }: { attempt: ImportAttempt }) {
  const contacts = useInfiniteQuery(keptQuery(id));
  return (
    <section aria-labelledby="kept" className={classes.root}>
      <Title order={2} size="h4" id="kept">
        {counted(kept, 'contact')} left as {kept === 1 ? 'it is' : 'they are'}
      </Title>
      <Text c="dimmed">
        {kept === 1 ? 'It was' : 'They were'} changed after the import, or {kept === 1 ? 'belongs' : 'belong'} to people whose
        contacts you cannot see.
      </Text>
      {contacts.error && !contacts.data ? (
        <FailedQuery query={contacts} />
      ) : !contacts.data ? (
        <SkeletonLines lines={3} />
      ) : (
        <ul className={classes.list}>
          {contacts.data.pages.flatMap(({ data }) => data.map((each) => <Kept key={each.contact.id} kept={each} />))}
        </ul>
      )}
      {contacts.hasNextPage && (
        <Button variant="default" loading={contacts.isFetchingNextPage} onClick={() => void contacts.fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  );
}

function Kept({ kept: { contact, was, changed_by, changed_at } }: { kept: KeptContact }) {
  const me = useMe();
  return (
    <li className={classes.contact}>
      <Anchor renderRoot={(props) => <Link to="/contacts/$id" params={{ id: String(contact.id) }} {...props} />}>
        {contact.name || 'No name'}
      </Anchor>
      <span>{was === 'created' ? 'New with this import' : 'Changed by this import'}</span>
      <span className="figures">
        {changed_by?.name ?? 'Somebody'}
        {changed_at && `, ${momentIn(me.timezone, changed_at)}`}
      </span>
    </li>
  );
}
