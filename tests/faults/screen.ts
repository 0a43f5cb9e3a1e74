// A screen that stays open the whole time: shows one contact and every import, follows the cable, and loads
// again only after a message or a reconnect, as the web app does.
import { setTimeout as pause } from 'node:timers/promises';
import { ImportProgress, Update } from '#contract/cable.ts';
import { getContact } from '#contract/contacts.ts';
import { listImportAttempts } from '#contract/imports.ts';
import { aConsumer } from '../support/actionCable.ts';
import type { Caller } from './calls.ts';

export interface Screen {
  /** How often it was connected. */
  connections: number;
  /** The contact's version as shown. */
  version: number;
  /** Contacts made by each import as shown, with its status. */
  imports: Map<number, string>;
  close(): void;
}

export function openScreen(origin: string, caller: Caller, contactId: number): Screen {
  const consumer = aConsumer(new URL(origin).host, caller.cookie);
  const screen: Screen = { connections: 0, version: 0, imports: new Map(), close: () => consumer.disconnect() };
  const show = ({ id, status, created }: { id: number; status: string; created: number }) =>
    screen.imports.set(id, `${status} ${created}`);

  const readContact = patiently(async () => {
    const answer = await caller.ask(getContact, { params: { id: contactId }, query: {} });
    if (answer) screen.version = answer.body.version;
    return answer !== null;
  });
  const readImports = patiently(async () => {
    const answer = await caller.ask(listImportAttempts, { query: { limit: 100 } });
    for (const attempt of answer?.body.data ?? []) show(attempt);
    return answer !== null;
  });

  consumer.subscriptions.create('UpdatesChannel', {
    connected() {
      screen.connections++;
      void readContact();
      void readImports();
    },
    received(message: unknown) {
      const update = Update.parse(message);
      if (update.event === 'contact.changed' && update.id === contactId) void readContact();
    },
  });
  consumer.subscriptions.create('ContactsImportChannel', {
    received(message: unknown) {
      const progress = ImportProgress.parse(message);
      show(progress);
      if (progress.status !== 'processing') void readImports();
    },
  });
  return screen;
}

/** Tries three times, as the web app does; then the connection must have failed, and its return loads again. */
function patiently(read: () => Promise<boolean>) {
  return async () => {
    for (const wait of [1_000, 2_000, 0]) {
      if (await read()) return;
      await pause(wait);
    }
  };
}
