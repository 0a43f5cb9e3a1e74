// The contact's consents, withdrawals and inquiries: the proof, the newest first.
import { CloseButton, Title } from '@mantine/core';
import { IconWritingSign } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { listContactConsents } from '#contract/compliance.ts';
import { Drawer } from '#ui/Drawer.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { momentIn } from '#ui/moments.ts';
import { Pages } from '#ui/Pages.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './Compliance.module.css';
import { addressWords, channelWords, consentWords, scopeWords } from './compliance.labels.ts';

export function ConsentHistory({ id, onClose }: { id: number; onClose: () => void }) {
  const { timezone } = useMe();
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...queryOf(listContactConsents, { params: { id }, query: { page } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Drawer opened onClose={onClose} label="Consents" size="28rem" position="right">
      <header className={classes.head}>
        <Title order={2} size="h3">
          Consents
        </Title>
        <CloseButton onClick={onClose} aria-label="Close" />
      </header>
      {query.error && !query.data ? (
        <FailedQuery query={query} />
      ) : !query.data ? (
        <SkeletonLines lines={5} height={20} />
      ) : query.data.data.length === 0 ? (
        <EmptyState
          icon={IconWritingSign}
          heading="h3"
          title="No consents yet"
          text="What the contact agrees to, or takes back, is kept here as proof."
        />
      ) : (
        <ul className={classes.history} aria-label="Consents">
          {query.data.data.map(({ id: key, kind, channel, purpose, address, text, at, ip, source, recorded_by }) => (
            <li key={key}>
              <div className={classes.name}>
                {consentWords[kind]}: {channelWords[channel].toLowerCase()}, {scopeWords[purpose].toLowerCase()}
              </div>
              <div className={classes.small}>
                <span className="figures">{[momentIn(timezone, at), addressWords(address), ip].filter(Boolean).join(' · ')}</span>
                {[source, recorded_by && `recorded by ${recorded_by.name}`].filter(Boolean).map((word) => ` · ${word}`)}
              </div>
              {text && <p className={classes.said}>{text}</p>}
            </li>
          ))}
        </ul>
      )}
      <Pages page={page} total={query.data?.meta.total_pages} onPage={setPage} />
    </Drawer>
  );
}
