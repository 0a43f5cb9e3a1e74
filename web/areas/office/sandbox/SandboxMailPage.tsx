// The demo's mailbox: what a mail server would have received, the newest first.
import { Button, Text, TextInput } from '@mantine/core';
import { IconMailOpened, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { NotFoundPage } from '#app/ErrorPage.tsx';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { productName } from '#app/session.ts';
import { clearSandboxMails, getSandboxMail, listSandboxMails } from '#contract/sandbox.ts';
import { BrandMark } from '#ui/BrandMark.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import frame from './SandboxFrame.module.css';
import { SandboxMailList } from './SandboxMailList.tsx';
import { SandboxMailView } from './SandboxMailView.tsx';

/** Milliseconds between two loads. Pauses while the page is hidden. */
const every = 3_000;

export function SandboxMailPage() {
  const { q, page, id } = useSearch({ from: '/sandbox/mail' });
  const navigate = useNavigate({ from: '/sandbox/mail' });
  const [emptying, setEmptying] = useState(false);
  const mails = useQuery({
    ...queryOf(listSandboxMails, { query: { q, page, limit: 25 } }),
    staleTime: 0,
    refetchInterval: every,
    placeholderData: keepPreviousData,
  });
  const clear = useSend(clearSandboxMails, {
    invalidates: [listSandboxMails, getSandboxMail],
    onDone: () => {
      setEmptying(false);
      void navigate({ search: { q: '', page: 1 } });
    },
  });
  if (isRefused(mails.error, 'not_found'))
    return (
      <main>
        <NotFoundPage />
      </main>
    );
  const count = mails.data?.meta.total_count ?? 0;

  return (
    <main className={frame.page} data-open={id !== undefined}>
      <PageHeader title="Demo mailbox" about={q === '' && count ? count : undefined} before={<ToStart />}>
        <Button variant="default" disabled={q === '' && count === 0} onClick={() => setEmptying(true)}>
          Empty
        </Button>
      </PageHeader>
      <Text className={frame.about} c="dimmed">
        All mail of this demo ends here, for every recipient. It never leaves this machine.
      </Text>
      <div className={frame.columns}>
        <section className={frame.list} aria-label="Mails">
          <search>
            <TextInput
              type="search"
              aria-label="Search by recipient or subject"
              placeholder="Search by recipient or subject"
              leftSection={<IconSearch size="1rem" />}
              value={q}
              onChange={({ currentTarget }) =>
                void navigate({ search: (old) => ({ ...old, q: currentTarget.value, page: 1 }), replace: true })
              }
            />
          </search>
          {mails.error && !mails.data ? (
            <FailedQuery query={mails} />
          ) : mails.isPending ? (
            <SkeletonLines lines={6} height={20} />
          ) : (
            <SandboxMailList
              mails={mails.data.data}
              page={page}
              pages={mails.data.meta.total_pages}
              chosen={id}
              searched={q !== ''}
            />
          )}
        </section>
        <section className={frame.open} aria-label="The mail">
          {id === undefined ? (
            count > 0 && <EmptyState icon={IconMailOpened} title="No mail chosen" text="Choose one from the list to read it." />
          ) : (
            <SandboxMailView key={id} id={id} />
          )}
        </section>
      </div>
      <ConfirmDialog
        opened={emptying}
        title="Empty the mailbox?"
        action="Empty the mailbox"
        busy={clear.isPending}
        onConfirm={() => clear.mutate({})}
        onClose={() => setEmptying(false)}
      >
        This deletes all mail of the demo, for every recipient. You cannot undo this.
      </ConfirmDialog>
    </main>
  );
}

const ToStart = () => (
  <Link to="/" aria-label={`Go to ${productName()}`} className={frame.start}>
    <BrandMark />
  </Link>
);
