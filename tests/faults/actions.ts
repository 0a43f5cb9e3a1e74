// The users' actions during the test, each in a loop until told to stop; they note every answer.
import { setTimeout as pause } from 'node:timers/promises';
import { getBulkAction } from '#contract/bulk.ts';
import { createContactNote } from '#contract/contactHistory.ts';
import { createContact, getContact, updateContact } from '#contract/contacts.ts';
import { getImportAttempt, importContacts } from '#contract/imports.ts';
import { createTag, updateTagsGroup } from '#contract/tags.ts';
import { demoCompanies } from '../../server/seed/companies.ts';
import type { Random } from '../../server/seed/random.ts';
import { type Caller, signIn } from './calls.ts';
import type { Ledger } from './ledger.ts';

export interface Work {
  origin: string;
  caller: Caller;
  ledger: Ledger;
  random: Random;
  /** Rows of each file. */
  rows: number;
  stopping: AbortSignal;
}

/** Milliseconds, roughly, between two actions of one user. */
const breath = 80;

/** Creates one contact after another, with a note. */
export async function createContacts({ caller, ledger, stopping }: Work) {
  for (let number = 1; !stopping.aborted; number++) {
    const last_name = `Made${number}`;
    const made = await caller.ask(createContact, { body: { first_name: 'Ann', last_name } });
    ledger.contacts.set(last_name, made?.body.id ?? null);
    if (made) {
      const body = `about ${last_name}`;
      const note = await caller.ask(createContactNote, { params: { id: made.body.id }, body: { body } });
      ledger.notes.set(body, note?.body.id ?? null);
    }
    await pause(breath);
  }
}

/** Edits the same contact again and again, always from the version last seen. */
export async function editContact({ caller, ledger, stopping }: Work, id: number) {
  const values: string[] = [];
  ledger.edits.set(id, values);
  let { version } = await caller.read(getContact, { params: { id }, query: {} });
  for (let number = 1; !stopping.aborted; number++) {
    const occupation = `edit ${number}`;
    const edited = await caller.ask(updateContact, { params: { id }, body: { occupation, version } });
    if (edited?.status === 200) {
      values.push(occupation);
      version = edited.body.version;
    } else {
      // No answer, or an unanswered edit succeeded after all: load the current version.
      version = (await caller.read(getContact, { params: { id }, query: {} })).version;
    }
    await pause(breath);
  }
}

/**
 * Imports one file after another: the next starts when the earlier ones are done, or a few make no progress for
 * a while.
 */
export async function importFiles({ caller, ledger, random, rows, stopping }: Work) {
  const open = new Set<number>();
  for (let number = 1; !stopping.aborted; number++) {
    const name = `file${number}.csv`;
    const answer = await caller.send(importContacts, { form: formOf(number) }, name, fileOf(number, rows));
    const id = answer?.status === 202 ? answer.body.id : null;
    ledger.imports.set(name, { rows, id });
    if (id !== null) open.add(id);
    const longest = Date.now() + (id === null ? 1_000 : random.int(5_000, 20_000));
    while (!stopping.aborted && open.size > 0 && (Date.now() < longest || open.size >= atOnce)) {
      for (const each of open) {
        const attempt = await caller.ask(getImportAttempt, { params: { id: each } });
        if (attempt?.body.status === 'complete') open.delete(each);
      }
      await pause(breath);
    }
    await pause(breath);
  }
}

/** Imports that one user runs at the same time. */
const atOnce = 3;

/**
 * In turn every row is a new contact, or existing ones are skipped. All are new: a row stored twice would show
 * either way.
 */
export const formOf = (number: number) =>
  JSON.stringify({
    fields: ['first_name', 'last_name', 'mobile_phone', 'email', 'city'].map((field, column) => ({
      field,
      column,
      heading: field,
    })),
    scrub_against: number % 2 ? { by: ['phone', 'email'], rule: 'skip' } : { rule: 'create' },
  });

export function fileOf(number: number, rows: number): Blob {
  const lines = ['First name,Last name,Phone,E-mail,City'];
  for (let row = 0; row < rows; row++) {
    const digits = String(2_000_000 + number * rows + row); // no two files share one
    lines.push(`Row ${row},File${number},786${digits},row${row}.file${number}@example.com,Austin`);
  }
  return new Blob([lines.join('\n')]);
}

/** Puts a new tag on all contacts of an import, however far it is. */
export async function tagGroups({ caller, ledger, random, stopping }: Work) {
  for (let number = 1; !stopping.aborted; number++) {
    await pause(random.int(2_000, 6_000));
    const imports = [...ledger.imports.values()].flatMap(({ id }) => id ?? []);
    const name = `tagging ${number}`;
    const tag = imports.length > 0 ? await caller.ask(createTag, { body: { name } }) : null;
    if (tag?.status !== 201) continue;
    const contacts_scope = { search: [{ field: 'import', operator: 'any_of' as const, value: [random.pick(imports)] }] };
    const action = await caller.ask(updateTagsGroup, { body: { all: true, contacts_scope, tags: [tag.body.id] } });
    const id = action?.body.id ?? null;
    ledger.taggings.set(name, { tag: tag.body.id, action: id });
    while (id !== null && !stopping.aborted) {
      const now = await caller.ask(getBulkAction, { params: { id } });
      if (now?.body.status === 'complete' || random.chance(0.05)) break; // sometimes the next one starts at the same time
      await pause(breath * 5);
    }
  }
}

const logins = demoCompanies.flatMap(({ users }) => users.map(({ email }) => email));

/** Each user may try ten times in five minutes, so they take turns. */
export async function signInByTurns({ origin, ledger, stopping }: Work) {
  for (let turn = 0; !stopping.aborted; turn++) {
    const caller = await signIn(origin, logins[turn % logins.length] ?? '');
    if (caller) ledger.cookies.push(caller.cookie);
    await pause(3_000);
  }
}
