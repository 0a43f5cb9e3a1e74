import { IconMailOff } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { SandboxMailRow } from '#contract/sandbox.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Pages } from '#ui/Pages.tsx';
import classes from './SandboxMailList.module.css';
import { momentHere } from './sandbox.labels.ts';

export function SandboxMailList({
  mails,
  page,
  pages,
  chosen,
  searched,
}: {
  mails: SandboxMailRow[];
  page: number;
  pages: number;
  chosen: number | undefined;
  searched: boolean;
}) {
  const navigate = useNavigate({ from: '/sandbox/mail' });
  if (mails.length === 0)
    return searched ? (
      <EmptyState icon={IconMailOff} title="No such mail" text="Search for another recipient or subject." />
    ) : (
      <EmptyState
        icon={IconMailOff}
        title="No mail yet"
        text="Ask for a new password, or sign in with another browser: the mail then appears here."
      />
    );
  return (
    <>
      <ul className={classes.list}>
        {mails.map(({ id, recipient, subject, created_at }) => (
          <li key={id}>
            <Link
              to="/sandbox/mail"
              search={(old) => ({ ...old, id })}
              className={classes.mail}
              aria-current={id === chosen ? 'true' : undefined}
            >
              <span className={classes.subject}>{subject}</span>
              <span className={classes.recipient}>{recipient}</span>
              <time className={`${classes.time} figures`} dateTime={created_at}>
                {momentHere(created_at)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
      <Pages page={page} total={pages} onPage={(page) => void navigate({ search: (old) => ({ ...old, page }) })} />
    </>
  );
}
