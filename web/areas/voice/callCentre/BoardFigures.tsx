// Now and today, as figures: without data they load.
import type { fetchBoard } from '#contract/callCentre.ts';
import type { PhoneState } from '#contract/callLists.ts';
import type { AnswerOf } from '#contract/kit/endpoint.ts';
import { StatTile } from '#ui/StatTile.tsx';
import classes from './CallCentrePage.module.css';
import { lengthOf, stateTones, stateWords } from './callCentre.labels.ts';

const amount = (value: number) => value.toLocaleString('en-US');

export function BoardFigures({ board }: { board: AnswerOf<typeof fetchBoard> | undefined }) {
  const { agents, today, queue } = board ?? {};
  const inState = (state: PhoneState) => agents && amount(agents.filter((agent) => agent.state === state).length);
  return (
    <section className={classes.figures} aria-label="Now and today">
      {(['on_call', 'available'] as const).map((state) => (
        <StatTile key={state} label={stateWords[state]} tone={stateTones[state]} figure={inState(state)} />
      ))}
      <StatTile
        label="Waiting"
        tone="red"
        figure={queue && amount(queue.length)}
        {...(today && today.waited !== null && { hint: `Average ${lengthOf(today.waited)}` })}
      />
      <StatTile label="Answered today" figure={today && amount(today.answered)} />
      <StatTile
        label="Missed today"
        figure={today && amount(today.missed)}
        {...(today && today.gave_up > 0 && { hint: `${amount(today.gave_up)} gave up` })}
      />
    </section>
  );
}
