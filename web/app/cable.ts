// The live connection (Action Cable at /cable): areas register what they do when something changed.
import { type Consumer, createConsumer } from '@rails/actioncable';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Channel, ImportProgress, StreamValidated, Update } from '#contract/cable.ts';
import type { Me } from '#contract/users.ts';
import { queryClient } from './queries.ts';
import { meQuery } from './session.ts';

type UpdateOf<E extends Update['event']> = Extract<Update, { event: E }>;

const updates = new Set<(update: Update) => void>();
const imports = new Set<(progress: ImportProgress) => void>();
let consumer: Consumer | undefined;

/** Runs while the user is signed in. Answers how to stop. */
export function connectCable(me: Me): () => void {
  consumer = createConsumer('/cable');
  follow('UpdatesChannel', (message) => toEach(updates, message as Update));
  follow('ContactsImportChannel', (message) => toEach(imports, message as ImportProgress));
  follow('SmsChannel');
  if (me.c_1) follow('CallCenterChannel');
  return () => {
    consumer?.disconnect();
    consumer = undefined;
  };
}

/** For an area's api file: `onUpdate('tag.changed', () => invalidate(searchTags))`. Answers how to stop. */
export function onUpdate<E extends Update['event']>(event: E, react: (update: UpdateOf<E>) => void): () => void {
  const listener = (update: Update) => {
    if (update.event === event) react(update as UpdateOf<E>);
  };
  updates.add(listener);
  return () => updates.delete(listener);
}

/** The same for as long as a component is on screen. */
export function useUpdate<E extends Update['event']>(event: E, react: (update: UpdateOf<E>) => void) {
  const latest = useEffectEvent(react);
  useEffect(() => onUpdate(event, (update) => latest(update)), [event]);
}

/** Every message about an import, whichever. Answers how to stop. */
export function onImportProgress(react: (progress: ImportProgress) => void): () => void {
  imports.add(react);
  return () => imports.delete(react);
}

/** How far an import is, as last heard; undefined until something was heard. */
export function useImportProgress(id: number | undefined): ImportProgress | undefined {
  const [progress, setProgress] = useState<ImportProgress>();
  useEffect(
    () =>
      onImportProgress((heard) => {
        if (heard.id === id) setProgress(heard);
      }),
    [id],
  );
  return progress?.id === id ? progress : undefined;
}

function follow(channel: Channel, tell: (message: unknown) => void = () => {}) {
  const subscription = consumer?.subscriptions.create(channel, {
    connected({ reconnected }: { reconnected: boolean }) {
      subscription?.perform('validate_stream');
      // What happened while the line was down was not heard.
      if (reconnected && channel === 'UpdatesChannel') void queryClient.invalidateQueries({ refetchType: 'active' });
    },
    disconnected({ willAttemptReconnect }: { willAttemptReconnect: boolean | undefined }) {
      // Turned away for good: the session may be over, which the next answer tells.
      if (willAttemptReconnect === false && consumer) void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    },
    received(message: unknown) {
      if ((message as Partial<StreamValidated>).type !== 'stream_validated') tell(message);
    },
  });
}

function toEach<T>(listeners: Set<(message: T) => void>, message: T) {
  for (const listener of listeners) listener(message);
}
