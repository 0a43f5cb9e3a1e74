// Tells the asker, on any page, that a mailing could not begin. Loaded when it happens.
import { Link } from '@tanstack/react-router';
import { notice } from '#app/notices.tsx';
import type { Update } from '#contract/cable.ts';

export const tellFailed = ({ id, subject, failure }: Extract<Update, { event: 'send.failed' }>) =>
  notice.told(
    <>
      The mailing “{subject}” failed. {failure}{' '}
      <Link to="/mailings/$id" params={{ id: String(id) }}>
        Open the mailing
      </Link>
    </>,
  );
