// A group of contacts that may be one person: how likely, why, and what to do about it.
import { Badge, Button, Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '#app/api.ts';
import { notice } from '#app/notices.tsx';
import { invalidate, useSend } from '#app/queries.ts';
import { type DuplicateGroup, dismissDuplicates, findDuplicates } from '#contract/duplicates.ts';
import { formatDay, formatPhone } from '#contract/kit/formats.ts';
import classes from './DuplicatesPage.module.css';
import { agreementWords, conflictWords, isLikely, listed, scoreWords } from './duplicates.labels.ts';

export function DuplicateGroupCard({ group, onMerge }: { group: DuplicateGroup; onMerge: (ids: number[]) => void }) {
  const [left, setLeft] = useState<readonly number[]>([]);
  const { members, score, more } = group;
  const ids = members.map(({ contact }) => contact.id).filter((id) => !left.includes(id));
  const name = members[0]?.contact.name || 'No name';
  const dismiss = useSend(dismissDuplicates, {
    invalidates: [findDuplicates],
    onDone: (_, { body }) => notice.done('Not duplicates', () => void takeBack(body.ids)),
  });
  return (
    <li className={classes.group} aria-label={name}>
      <div className={classes.head}>
        <Badge variant="default" className="figures">
          {score} %
        </Badge>
        <span className={classes.score}>{scoreWords(score)}</span>
        {more && <span className={classes.faint}>More than {members.length} contacts share this</span>}
        <span className={classes.actions}>
          <Button
            variant="default"
            size="compact-sm"
            loading={dismiss.isPending}
            disabled={ids.length < 2}
            onClick={() => dismiss.mutate({ body: { ids } })}
          >
            Not duplicates
          </Button>
          <Button
            variant={isLikely(score) ? 'filled' : 'default'}
            size="compact-sm"
            disabled={ids.length < 2}
            onClick={() => onMerge(ids)}
          >
            Merge {ids.length}…
          </Button>
        </span>
      </div>
      <ul className={classes.members}>
        {members.map(({ contact, address, agrees, differs }) => {
          const called = contact.name || contact.organization || 'No name';
          return (
            <li key={contact.id} className={classes.member}>
              <Checkbox
                size="xs"
                aria-label={`Include ${called}`}
                checked={!left.includes(contact.id)}
                onChange={({ currentTarget: { checked } }) =>
                  setLeft(checked ? left.filter((id) => id !== contact.id) : [...left, contact.id])
                }
              />
              <div className={classes.person}>
                <Link to="/contacts/$id" params={{ id: String(contact.id) }} className={classes.name}>
                  {called}
                </Link>{' '}
                <span className={classes.faint}>
                  {[
                    contact.phone && formatPhone(contact.phone),
                    contact.email,
                    address,
                    contact.birth_date && `born ${formatDay(contact.birth_date)}`,
                    contact.owner?.name ?? contact.pool?.name,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                {agrees.length > 0 && (
                  <div className={classes.why}>Same {listed(agrees.map((each) => agreementWords[each]))}</div>
                )}
                {differs.length > 0 && (
                  <div className={classes.doubt}>But {listed(differs.map((each) => conflictWords[each]))}</div>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </li>
  );
}

const takeBack = (ids: number[]) =>
  call(dismissDuplicates, { body: { ids, dismissed: false } }).then(() => invalidate(findDuplicates), notice.failed);
