// Tells the user that a note mentions them. Loaded when it happens.
import { Link } from '@tanstack/react-router';
import { notice } from '#app/notices.tsx';
import type { Update } from '#contract/cable.ts';

type Mentioned = Extract<Update, { event: 'note.mentioned' }>;

export const tellMentioned = ({ id, note_id, by }: Mentioned) =>
  notice.told(
    <>
      {by} mentioned you in a note.{' '}
      <Link to="/contacts/$id" params={{ id: String(id) }} search={{ tab: 'notes' }} hash={`note-${note_id}`}>
        Open the note
      </Link>
    </>,
  );
