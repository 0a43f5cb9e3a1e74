// The colleagues in this conversation, above the answer.
import { PersonAvatar } from '#ui/PersonAvatar.tsx';
import type { Colleague } from './conversations.presence.ts';
import classes from './Inbox.module.css';

/** It lies over the end of the thread, which does not jump when somebody comes. */
export function Colleagues({ colleagues }: { colleagues: readonly Colleague[] }) {
  const replying = colleagues.filter(({ doing }) => doing === 'replying');
  const looking = colleagues.filter(({ doing }) => doing === 'looking');
  return (
    <div
      className={classes.colleagues}
      role="status"
      aria-label="Colleagues here"
      data-replying={replying.length > 0 || undefined}
    >
      {colleagues.length > 0 && (
        <>
          {[...replying, ...looking].slice(0, maxFaces).map((one) => (
            <PersonAvatar key={one.id} person={one} size="1.25rem" />
          ))}
          <span className={classes.leaving}>
            {[sentenceOf(replying, 'replying'), sentenceOf(looking, 'looking at this')].filter(Boolean).join(', ')}
          </span>
        </>
      )}
    </div>
  );
}

const maxFaces = 3;

function sentenceOf(people: readonly Colleague[], doing: string): string {
  const [first, second] = people;
  if (!first) return '';
  if (!second) return `${first.name} is ${doing}`;
  return people.length === 2 ? `${first.name} and ${second.name} are ${doing}` : `${people.length} colleagues are ${doing}`;
}
