// Changes and deletes events: asks which occurrences of a repeating one, and whether changed ones may be lost.
import { type ReactNode, Suspense, useState } from 'react';
import { isRefused } from '#app/api.ts';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { type CalendarEvent, createEvent, deleteEvent, updateEvent } from '#contract/calendar.ts';
import type { EventScope } from '#contract/eventTypes.ts';
import type { AnswerOf } from '#contract/kit/endpoint.ts';
import { ianaZones } from '#contract/lookups.ts';
import { later } from '#ui/later.ts';
import type { Zone } from '#ui/moments.ts';
import { eventLists } from './calendar.api.ts';
import { isoDay, titleOfEvent } from './calendar.labels.ts';
import { movedRule } from './calendar.repeats.ts';
import { type Changed, createBody, timesBody, valuesOf } from './calendar.values.ts';

const EventScopeDialog = later(() => import('./EventScopeDialog.tsx').then((module) => module.EventScopeDialog));
const ConfirmDialog = later(() => import('#ui/ConfirmDialog.tsx').then((module) => module.ConfirmDialog));

/** The caller of a change shows these. */
const told = ['calendar.stale', 'calendar.rule_refused', 'calendar.changes_lost', 'invalid'] as const;
const tell = (error: unknown) => isRefused(error, ...told) && notice.failed(error);

type Written = AnswerOf<typeof updateEvent>;

export interface EventChange {
  /** Null if the user cancelled. Throws what the server refused, except for changed occurrences, which it asks about. */
  change: (event: CalendarEvent, body: Changed) => Promise<Written | null>;
  /** By a drag: with Undo. `revert` shows it at its former place. */
  move: (event: CalendarEvent, times: ReturnType<typeof timesBody>, revert: () => void) => Promise<void>;
  /** Whether it was deleted. */
  remove: (event: CalendarEvent) => Promise<boolean>;
  /** The questions; rendered by the caller. */
  questions: ReactNode;
}

export function useEventChange(zone: Zone): EventChange {
  const [question, setQuestion] = useState<ReactNode>(null);
  const options = { invalidates: eventLists, form: true };
  const update = useSend(updateEvent, { ...options, handles: told });
  const create = useSend(createEvent, options);
  const remove = useSend(deleteEvent, { invalidates: eventLists });

  /** Shows a dialog until it is answered. */
  const ask = <Answer,>(dialog: (answer: (given: Answer) => void) => ReactNode) =>
    new Promise<Answer>((resolve) =>
      setQuestion(
        dialog((given) => {
          setQuestion(null);
          resolve(given);
        }),
      ),
    );
  const askScope = (event: CalendarEvent, verb: 'Change' | 'Delete' | 'Move', scopes: EventScope[]) =>
    ask<EventScope | null>((answer) => (
      <EventScopeDialog
        title={`${verb} ${titleOfEvent(event)}`}
        submit={verb}
        danger={verb === 'Delete'}
        scopes={scopes}
        onChoose={answer}
        onClose={() => answer(null)}
      />
    ));
  const askLoss = () =>
    ask<boolean>((answer) => (
      <ConfirmDialog
        opened
        title="Changed events will be lost"
        action="Change them all"
        onConfirm={() => answer(true)}
        onClose={() => answer(false)}
      >
        Some of these events were changed one by one, and do not fit the new times. They will be as all the others.
      </ConfirmDialog>
    ));

  async function send(event: CalendarEvent, body: Changed, scope: EventScope | undefined): Promise<Written | null> {
    const { id, version, occurrence } = event;
    const input = {
      params: { id },
      body: { ...body, version, ...(occurrence !== null && scope && { scope, occurrence }) },
    };
    try {
      return await update.mutateAsync(input);
    } catch (error) {
      if (!isRefused(error, 'calendar.changes_lost')) throw error;
      return (await askLoss()) ? update.mutateAsync({ ...input, body: { ...input.body, drop_changed: true } }) : null;
    }
  }

  async function change(event: CalendarEvent, { rrule, ...others }: Changed) {
    const [from, to] = [isoDay(event.start_date), isoDay(others.start_date ?? event.start_date)];
    // The server moves a rule along with its day.
    const isKept = rrule === undefined || rrule === movedRule(event.rrule, from, to);
    const body: Changed = isKept ? others : { ...others, rrule };
    // One occurrence cannot change the rule.
    const scopes: EventScope[] = body.rrule === undefined ? ['this', 'following', 'all'] : ['following', 'all'];
    const scope = event.occurrence === null ? undefined : await askScope(event, 'Change', scopes);
    return scope === null ? null : send(event, body, scope);
  }

  return {
    change,
    async move(event, times, revert) {
      try {
        const scope = event.occurrence === null ? undefined : await askScope(event, 'Move', ['this', 'following', 'all']);
        if (scope === null) return revert();
        const written = await send(event, times, scope);
        if (!written) return revert();
        const before = timesBody(valuesOf(event, ianaZones[zone]));
        const undo = () => send(written, before, scope && (scope === 'this' ? 'this' : 'all'));
        notice.done(movedWords(written), () => void undo().catch(tell));
      } catch (error) {
        revert();
        tell(error);
      }
    },
    async remove(event) {
      const { id, version, occurrence } = event;
      const scope = occurrence === null ? undefined : await askScope(event, 'Delete', ['this', 'following', 'all']);
      if (scope === null) return false;
      try {
        await remove.mutateAsync({
          params: { id },
          query: { version, ...(occurrence !== null && scope && { scope, occurrence }) },
        });
      } catch {
        return false; // the notice says why
      }
      const again = () =>
        create.mutate({ body: { ...createBody(valuesOf(event, ianaZones[zone])), downline_user_id: event.owner.id } });
      // A repeating one was asked about, and would come back without its changed occurrences.
      notice.done(`Deleted ${titleOfEvent(event)}`, occurrence === null ? again : undefined);
      return true;
    },
    questions: <Suspense>{question}</Suspense>,
  };
}

const movedWords = ({ overlaps, title }: Written) =>
  overlaps > 0 ? `Moved ${title}. Another event is at this time` : `Moved ${title}`;
