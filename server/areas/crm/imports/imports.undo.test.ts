// Stopping an import, and taking one back: what it made goes, what it changed is as it was, and what somebody worked on since stays.
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createContactNote } from '#contract/contactHistory.ts';
import { getContact, listContacts, updateContact } from '#contract/contacts.ts';
import {
  cancelImport,
  getImportAttempt,
  type ImportAttempt,
  type ImportFormInput,
  type ImportTarget,
  importContacts,
  listKeptContacts,
  retryFailedImport,
  undoImport,
  validateImport,
} from '#contract/imports.ts';
import { deleteStatus } from '#contract/reference.ts';
import { authenticate } from '#kernel/http/sessions.ts';
import { journalOf, openContact, storedContact } from '#tests/support/contacts.ts';
import { aCompany, aContact, aStatus, aTag } from '#tests/support/factories.ts';
import { aServer, type Client } from '#tests/support/server.ts';
import { runImport } from './imports.run.ts';
import { runUndo } from './imports.undo.ts';

const server = await aServer();
const never = { signal: new AbortController().signal };

async function ctxOf(who: Client) {
  const session = await authenticate(server.platform, who.token, '127.0.0.1');
  if (!session) throw new Error('not signed in');
  return { platform: server.platform, clock: server.platform.clock, log: server.platform.log, actor: session.actor };
}

const attemptOf = (who: Client, id: number): Promise<ImportAttempt> => who.call(getImportAttempt, { params: { id } });

async function start(who: Client, rows: string[], fields: ImportTarget[], more: Partial<ImportFormInput> = {}): Promise<number> {
  const content = `${fields.join(',')}\n${rows.join('\n')}\n`;
  const draft = await who.call(validateImport, { body: {}, files: { import_file: { name: 'leads.csv', content } } });
  const form = { fields: fields.map((field, column) => ({ column, heading: field, field })), has_headings: true, ...more };
  await who.call(importContacts, { body: { id: draft.id, form } });
  return draft.id;
}

async function run(...[who, ...given]: Parameters<typeof start>): Promise<number> {
  const id = await start(who, ...given);
  await runImport(await ctxOf(who), id, never);
  return id;
}

async function undo(who: Client, id: number): Promise<ImportAttempt> {
  await who.call(undoImport, { params: { id } });
  await runUndo(await ctxOf(who), id, never);
  return attemptOf(who, id);
}

const named = async (who: Client) =>
  (await who.call(listContacts, { body: { contacts_scope: {} } })).data.map(({ first_name, id }) => ({ first_name, id }));

async function contactsOf(who: Client): Promise<Record<string, number>> {
  return Object.fromEntries((await named(who)).map(({ first_name, id }) => [first_name, id]));
}

const names = ['first_name', 'mobile_phone'] as const satisfies ImportTarget[];
const updating = { scrub_against: { rule: 'update', by: ['phone'] } } as const satisfies Partial<ImportFormInput>;

describe('undoing an import', () => {
  test('deletes what it made, but for what somebody has worked on since, which is listed', async () => {
    const { people } = await aCompany(server, { manager: {}, agent: { under: 'manager' } });
    const { agent, manager } = people;
    const id = await run(agent, ['Ada,3055550141', 'Ben,3055550142', 'Cy,3055550143', 'Di,3055550144'], [...names]);
    const { Ada, Ben, Cy, Di } = await contactsOf(agent);
    await openContact(agent, Ada as number, false); // to look is no work
    await manager.call(updateContact, { params: { id: Ben as number }, body: { city: 'Tampa' } });
    await agent.call(createContactNote, { params: { id: Cy as number }, body: { body: 'Call on Monday' } });

    expect(await undo(agent, id)).toMatchObject({
      status: 'undone',
      undone: 2,
      kept: 2,
      can: { undo: false, retry: false, delete: true },
    });
    expect((await named(agent)).map(({ first_name }) => first_name).sort()).toEqual(['Ben', 'Cy']);
    expect(await storedContact(server, Di as number)).toMatchObject({ deleted_at: expect.any(String), version: 2 });
    expect((await journalOf(server, Di as number)).map(({ action }) => action)).toEqual(['imported', 'import_undone']);
    const kept = await agent.call(listKeptContacts, { params: { id }, query: { limit: 1 } });
    expect(kept).toMatchObject({
      data: [
        { contact: { id: Ben, name: 'Ben' }, was: 'created', changed_by: { id: manager.userId }, changed_at: expect.any(String) },
      ],
      meta: { next: Ben },
    });
    expect(await agent.call(listKeptContacts, { params: { id }, query: { after: kept.meta.next ?? 0 } })).toMatchObject({
      data: [{ contact: { id: Cy }, changed_by: { id: agent.userId } }],
      meta: { next: null },
    });
  });

  test('leaves a status as it is where the one before has been deleted', async () => {
    const { companyId, people } = await aCompany(server, { admin: {} });
    const { admin } = people;
    const [before, now] = [await aStatus(server, companyId, 'Before'), await aStatus(server, companyId, 'Now')];
    const contact = await aContact(server, companyId, {
      owner_id: admin.userId,
      phone: '3055550141',
      status_id: before,
      first_name: 'Ada',
    });
    const id = await run(admin, ['3055550141,Now,Eda'], ['mobile_phone', 'status', 'first_name'], updating);
    await admin.call(deleteStatus, { params: { id: before }, query: {} });

    expect(await undo(admin, id)).toMatchObject({ status: 'undone', undone: 1, kept: 0 });
    expect(await storedContact(server, contact)).toMatchObject({ first_name: 'Ada', status_id: now });
  });

  test('gives back every value it replaced: texts, lists, dates, tags, custom fields, a sealed number', async () => {
    const { companyId, people } = await aCompany(server, { agent: {} });
    const { agent } = people;
    const [vip, lead] = [await aTag(server, companyId, 'vip'), await aTag(server, companyId, 'lead')];
    const fields: Record<string, number> = {};
    for (const type of ['text', 'number', 'date', 'boolean'] as const) {
      const made = await server.operator.db
        .insertInto('custom_fields')
        .values({ company_id: companyId, name: type, type })
        .returning('id')
        .executeTakeFirstOrThrow();
      fields[type] = made.id;
    }
    const id = await aContact(server, companyId, {
      owner_id: agent.userId,
      first_name: 'Ana',
      phone: '3055550151',
      city: 'Miami',
      birth_date: '1950-02-03',
      tags: [vip],
      note: 'first',
    });
    await agent.call(updateContact, {
      params: { id },
      body: {
        medicare_number: '1EG4TE5MK73',
        custom_fields: { [String(fields.text)]: 'red', [String(fields.number)]: 4, [String(fields.date)]: '2020-01-02' },
      },
    });
    const before = await agent.call(getContact, { params: { id }, query: { not_remove_new_tag: true } });
    const stored = await storedContact(server, id);

    const targets: ImportTarget[] = [
      'mobile_phone',
      'other_phone',
      'first_name',
      'email',
      'city',
      'state',
      'birth_date',
      'note',
      'tags',
      'do_not_call',
      'medicare_number',
      ...Object.values(fields).map((field) => `custom:${field}` as const),
    ];
    const row =
      '3055550151,3055550199,Anna,ana@example.com,Tampa,FL,1951-03-04,second,lead,yes,2EG4TE5MK74,blue,5,2021-02-03,yes';
    const attempt = await run(agent, [row, row.replace('Tampa', 'Orlando')], targets, updating);
    const changed = await agent.call(getContact, { params: { id }, query: { not_remove_new_tag: true } });
    expect(changed).toMatchObject({ first_name: 'Anna', city: 'Orlando', do_not_call: true });
    expect(changed.tags.map((tag) => tag.id).sort()).toEqual([vip, lead].sort());

    expect(await undo(agent, attempt)).toMatchObject({ status: 'undone', undone: 1, kept: 0 });
    const after = await agent.call(getContact, { params: { id }, query: { not_remove_new_tag: true } });
    expect({ ...after, version: 0, updated_at: '' }).toEqual({ ...before, version: 0, updated_at: '' });
    expect((await storedContact(server, id)).medicare_number_sealed).toEqual(stored.medicare_number_sealed);
    const told = (await journalOf(server, id)).at(-1);
    expect(told).toMatchObject({ action: 'import_undone', before: { city: 'Orlando' }, after: { city: 'Miami' } });
    expect(JSON.stringify(told)).not.toMatch(/EG4TE5MK/);
  });

  test('leaves alone a contact it changed that somebody has changed since, and takes its tags off one that was only opened', async () => {
    const { companyId, people } = await aCompany(server, { agent: {} });
    const { agent } = people;
    const fresh = await aTag(server, companyId, 'new');
    const busy = await aContact(server, companyId, {
      owner_id: agent.userId,
      first_name: 'Busy',
      phone: '3055550161',
      city: 'Miami',
    });
    const seen = await aContact(server, companyId, {
      owner_id: agent.userId,
      first_name: 'Seen',
      phone: '3055550162',
      tags: [fresh],
    });
    const id = await run(agent, ['Busy,3055550161,Tampa', 'Seen,3055550162,Tampa'], [...names, 'city'], {
      scrub_against: { ...updating.scrub_against, updated_lead_tags: [{ name: 'fair' }] },
    });
    await agent.call(updateContact, { params: { id: busy }, body: { note: 'spoke with her' } });
    await openContact(agent, seen, false);

    expect(await undo(agent, id)).toMatchObject({ status: 'undone', undone: 1, kept: 1 });
    expect(await storedContact(server, busy)).toMatchObject({ city: 'Tampa', note: 'spoke with her' });
    expect(await storedContact(server, seen)).toMatchObject({ city: '', tags: [] });
    const { data } = await agent.call(listKeptContacts, { params: { id }, query: {} });
    expect(data).toMatchObject([{ contact: { id: busy }, was: 'updated', changed_by: { id: agent.userId } }]);
  });

  test('counts what a later import changed as work, until that one is undone too', async () => {
    const { people } = await aCompany(server, { agent: {} });
    const { agent } = people;
    const first = await run(agent, ['Ada,3055550171', 'Ben,3055550172'], [...names]);
    const second = await run(agent, ['Adah,3055550171'], [...names], updating);
    const { Adah } = await contactsOf(agent);
    expect(await undo(agent, second)).toMatchObject({ undone: 1, kept: 0 });
    expect(await storedContact(server, Adah as number)).toMatchObject({ first_name: 'Ada' });
    expect(await undo(agent, first)).toMatchObject({ undone: 2, kept: 0 });
    expect(await named(agent)).toEqual([]);

    const third = await run(agent, ['Cy,3055550173'], [...names]);
    await run(agent, ['Cyrus,3055550173'], [...names], updating);
    expect(await undo(agent, third)).toMatchObject({ undone: 0, kept: 1 });
  });

  test('goes through more contacts than one batch holds, and after a crash on from its checkpoint', async () => {
    const { companyId, people } = await aCompany(server, { agent: {} });
    const { agent } = people;
    const there = 2_500;
    await sql`insert into contacts (company_id, owner_id, first_name, phones)
      select ${companyId}::bigint, ${agent.userId}::bigint, 'There', jsonb_build_array(jsonb_build_object('type', 2, 'number', (3055000000 + n)::text))
      from generate_series(1, ${there}::int) n`.execute(server.operator.db);
    const rows = Array.from({ length: there * 2 }, (_, row) => `Row,${3_055_000_001 + row}`);
    const id = await run(agent, rows, [...names], updating);
    expect(await attemptOf(agent, id)).toMatchObject({ created: there, updated: there });

    await agent.call(undoImport, { params: { id } });
    const leaving = { signal: AbortSignal.abort() };
    const ctx = await ctxOf(agent);
    await expect(runUndo(ctx, id, leaving)).rejects.toThrow('checkpoint');
    expect(await attemptOf(agent, id)).toMatchObject({ status: 'undoing', undone: 2_000 });
    await runUndo(ctx, id, never);
    expect(await attemptOf(agent, id)).toMatchObject({ status: 'undone', undone: there * 2, kept: 0 });
    const { rows: left } =
      await sql`select first_name, count(*) from contacts where company_id = ${companyId} and deleted_at is null group by 1`.execute(
        server.operator.db,
      );
    expect(left).toEqual([{ first_name: 'There', count: there }]);
  });

  test('and another import of the company do not run at once', async () => {
    const { people } = await aCompany(server, { agent: {} });
    const { agent } = people;
    const done = await run(agent, ['Ada,3055550175'], [...names]);
    const queued = await start(agent, ['Ben,3055550176'], [...names]);
    await expect(agent.call(undoImport, { params: { id: done } })).rejects.toMatchObject({ code: 'imports.others_running' });
    await runImport(await ctxOf(agent), queued, never);
    await agent.call(undoImport, { params: { id: done } });
    await expect(start(agent, ['Cy,3055550177'], [...names])).rejects.toMatchObject({ code: 'imports.undo_running' });
    await runUndo(await ctxOf(agent), done, never);
    expect((await named(agent)).map(({ first_name }) => first_name)).toEqual(['Ben']);
  });

  test('takes the tags off contacts that were only tagged', async () => {
    const { companyId, people } = await aCompany(server, { agent: {} });
    const { agent } = people;
    const there = await aContact(server, companyId, { owner_id: agent.userId, first_name: 'There', phone: '3055550178' });
    const id = await run(agent, ['There,3055550178'], [...names], {
      scrub_against: { rule: 'skip', by: ['phone'], updated_lead_tags: [{ name: 'again' }] },
    });
    expect((await storedContact(server, there)).tags).toHaveLength(1);
    expect(await undo(agent, id)).toMatchObject({ status: 'undone', undone: 1 });
    expect((await storedContact(server, there)).tags).toEqual([]);
  });

  test('is refused where there is nothing to undo, where it still runs, and after ninety days', async () => {
    const { people } = await aCompany(server, { agent: {} });
    const { agent } = people;
    const queued = await start(agent, ['Ada,3055550181'], [...names]);
    await expect(agent.call(undoImport, { params: { id: queued } })).rejects.toMatchObject({ code: 'imports.not_finished' });
    const empty = await run(agent, [',12'], [...names]);
    await expect(agent.call(undoImport, { params: { id: empty } })).rejects.toMatchObject({ code: 'imports.nothing_to_undo' });
    await runImport(await ctxOf(agent), queued, never);
    await sql`update import_attempts set finished_at = now() - interval '91 days' where id = ${queued}`.execute(
      server.operator.db,
    );
    expect(await attemptOf(agent, queued)).toMatchObject({ status: 'complete', can: { undo: false } });
    await expect(agent.call(undoImport, { params: { id: queued } })).rejects.toMatchObject({ code: 'imports.nothing_to_undo' });
  });
});

describe('stopping an import', () => {
  test('before it began keeps everything out; going on brings it in', async () => {
    const { people } = await aCompany(server, { agent: {} });
    const { agent } = people;
    const id = await start(agent, ['Ada,3055550191'], [...names]);
    expect(await agent.call(cancelImport, { params: { id } })).toMatchObject({
      status: 'cancelled',
      can: { cancel: false, retry: true, undo: false },
    });
    await runImport(await ctxOf(agent), id, never);
    expect(await attemptOf(agent, id)).toMatchObject({ status: 'cancelled', created: 0 });
    await expect(agent.call(cancelImport, { params: { id } })).rejects.toMatchObject({ code: 'imports.not_running' });

    expect(await agent.call(retryFailedImport, { params: { id } })).toMatchObject({ id, status: 'queued' });
    await runImport(await ctxOf(agent), id, never);
    expect(await attemptOf(agent, id)).toMatchObject({ status: 'complete', created: 1 });
  });

  test('amid it keeps what is stored, which can be gone on with or undone', async () => {
    const { people } = await aCompany(server, { agent: {} });
    const { agent } = people;
    const all = 5_000;
    const id = await start(
      agent,
      Array.from({ length: all }, (_, row) => `Row,${3_056_000_000 + row}`),
      [...names],
    );
    const ctx = await ctxOf(agent);
    const leaving = new AbortController();
    let commits = 0;
    const wakeRelay = () => ++commits === 2 && leaving.abort(); // told of the start, then of the first chunk
    const platform = { ...ctx.platform, wakeRelay };
    await expect(runImport({ ...ctx, platform }, id, leaving)).rejects.toThrow('checkpoint');
    await agent.call(cancelImport, { params: { id } });
    await runImport(ctx, id, never); // the job that was under way comes back, and finds it stopped
    const stopped = await attemptOf(agent, id);
    expect(stopped).toMatchObject({ status: 'cancelled', can: { retry: true, undo: true } });
    expect(stopped.created).toBeGreaterThan(0);
    expect(stopped.created).toBeLessThan(all);

    await agent.call(retryFailedImport, { params: { id } });
    await runImport(ctx, id, never);
    expect(await attemptOf(agent, id)).toMatchObject({ status: 'complete', created: all });
    expect(await undo(agent, id)).toMatchObject({ status: 'undone', undone: all });
  });
});
