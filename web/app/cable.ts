// The live connection (Action Cable at /cable): areas register their reactions to changes.
import type { Consumer } from '@rails/actioncable';
import type { Query } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Channel, ImportProgress, StreamValidated, Update } from '#contract/cable.ts';
import { connectionLost, connectionRestored } from './connection.ts';
import { queryClient } from './queries.ts';
import { meQuery } from './session.ts';
import { lookForUpdate } from './update.ts';

/** An area's reactions to changes that the cable reports, on any page. */
export type Reactions = { [Event in Update['event']]?: (update: UpdateOf<Event>) => void };

type UpdateOf<E extends Update['event']> = Extract<Update, { event: E }>;

const updates = new Set<(update: Update) => void>();
const imports = new Set<(progress: ImportProgress) => void>();
let reactions: readonly Reactions[] = [];
let consumer: Consumer | undefined;

/**
 * Milliseconds, roughly, before a reconnect, up to the second number; the library itself first tries after 6 to
 * 12 seconds.
 */
const [firstRetry, lastRetry] = [1_000, 10_000];
let retry: ReturnType<typeof setTimeout> | undefined;
/** Milliseconds from the end of a session on the server until this browser has the next one's cookie. */
const changeTakes = 300;
/** Milliseconds from the first queries to the first connection; messages of a longer time count as lost. */
const firstTakes = 3_000;
/** The time, by `performance.now()`, from which on messages count as lost when it connects. */
let lostFrom = 0;

/** Runs while the user is signed in; `declared` are the areas' reactions. Returns the stop function. */
export function connectCable(callCentre: boolean, declared: readonly Reactions[]): () => void {
  let stopped = false;
  reactions = declared;
  lostFrom = performance.now() + firstTakes;
  connectionLost(); // until it is connected
  // The library is no part of the first page: what it tells of comes later.
  const connect = () =>
    import('@rails/actioncable').then(
      ({ createConsumer }) => {
        if (stopped) return;
        consumer = createConsumer('/cable');
        follow('UpdatesChannel', (message) => tellUpdate(message as Update));
        follow('ContactsImportChannel', (message) => toEach(imports, message as ImportProgress));
        follow('SmsChannel');
        if (callCentre) follow('CallCenterChannel');
      },
      () => {
        if (!stopped) retry = setTimeout(() => void connect(), lastRetry);
      },
    );
  void connect();
  return () => {
    stopped = true;
    consumer?.disconnect();
    consumer = undefined;
    clearTimeout(retry);
    connectionRestored(); // no page is left to show it
  };
}

/** For code that is loaded separately; an area declares its others (web/app/area.ts). Returns the stop function. */
export function onUpdate<E extends Update['event']>(event: E, react: (update: UpdateOf<E>) => void): () => void {
  const listener = (update: Update) => {
    if (update.event === event) react(update as UpdateOf<E>);
  };
  updates.add(listener);
  return () => updates.delete(listener);
}

/** The same while a component is on screen. */
export function useUpdate<E extends Update['event']>(event: E, react: (update: UpdateOf<E>) => void) {
  const latest = useEffectEvent(react);
  useEffect(() => onUpdate(event, (update) => latest(update)), [event]);
}

/** Every message about any import. Returns the stop function. */
export function onImportProgress(react: (progress: ImportProgress) => void): () => void {
  imports.add(react);
  return () => imports.delete(react);
}

function follow(channel: Channel, tell: (message: unknown) => void = () => {}) {
  const first = channel === 'UpdatesChannel'; // represents the connection, which all channels share
  const subscription = consumer?.subscriptions.create(channel, {
    connected() {
      subscription?.perform('validate_stream');
      if (first) stand();
    },
    disconnected({ willAttemptReconnect }: { willAttemptReconnect: boolean | undefined }) {
      if (!first || !consumer) return;
      if (willAttemptReconnect) return retryAfter(firstRetry);
      // Refused for good: the session may be over, as the next call will show. Or the token is being replaced:
      // the refusal of the old token would delete the new one's cookie.
      clearTimeout(retry);
      connectionRestored();
      setTimeout(() => void queryClient.invalidateQueries({ queryKey: meQuery.queryKey }), changeTakes);
    },
    // Accepted before: now the user has a missing step.
    rejected() {
      if (first) void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    },
    received(message: unknown) {
      if ((message as Partial<StreamValidated>).type !== 'stream_validated') tell(message);
    },
  });
}

function stand() {
  clearTimeout(retry);
  connectionRestored();
  if (performance.now() > lostFrom) {
    // Endless lists would load every page again: their areas reduce them to the visible ones.
    const isEndless = ({ options }: Query) => 'getNextPageParam' in options;
    void queryClient.invalidateQueries({ refetchType: 'active', predicate: (query) => !isEndless(query) });
    tellUpdate({ event: 'contacts.changed' });
    void lookForUpdate();
  }
  lostFrom = 0;
}

function retryAfter(pause: number) {
  connectionLost();
  clearTimeout(retry);
  retry = setTimeout(
    () => {
      consumer?.connect();
      retryAfter(Math.min(pause * 1.5, lastRetry));
    },
    pause * (0.5 + Math.random()), // not all browsers at the same moment
  );
}

function tellUpdate(update: Update) {
  for (const reaction of reactions) (reaction[update.event] as ((update: Update) => void) | undefined)?.(update);
  toEach(updates, update);
}

function toEach<T>(listeners: Set<(message: T) => void>, message: T) {
  for (const listener of listeners) listener(message);
}
