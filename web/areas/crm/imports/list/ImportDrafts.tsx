// Files that were checked but not imported, here or on another device: the user can continue.
import { Anchor, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { listImportDrafts } from '#contract/importDrafts.ts';
import { momentIn } from '#ui/moments.ts';
import { counted } from '../imports.labels.ts';
import classes from '../wizard/ImportDrop.module.css';

/** Shown; older ones are of another day's work. */
const few = 3;

export function ImportDrafts() {
  const me = useMe();
  const drafts = useQuery({ ...queryOf(listImportDrafts), staleTime: 0 }).data?.data ?? [];
  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby="drafts">
      <Title order={2} size="h4" id="drafts">
        Not imported yet
      </Title>
      <ul className={classes.drafts}>
        {drafts.slice(0, few).map(({ id, file_name, rows_estimate, step, created_at }) => (
          <li key={id} className={classes.draft}>
            <Anchor renderRoot={(props) => <Link to="/imports/new" search={{ draft: id, step }} {...props} />}>
              Go on with {file_name}
            </Anchor>
            <span className={`${classes.quiet} figures`}>
              {counted(rows_estimate, 'row')}, {momentIn(me.timezone, created_at)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
