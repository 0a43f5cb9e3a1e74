// The import as its wizard drives it: through HTTP, relay and worker, on PostgreSQL.
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { listContacts } from '#contract/contacts.ts';
import type { ContactsScopeInput } from '#contract/contactsScope.ts';
import {
  createImportSetting,
  deleteImportAttempt,
  deleteImportSetting,
  downloadRejectedRows,
  getImportAttempt,
  type ImportFormInput,
  importContacts,
  listImportAttempts,
  listImportSettings,
  previewImport,
  retryFailedImport,
  uploadLeads,
} from '#contract/imports.ts';
import { aCompany, aContact, aStatus } from '#tests/support/factories.ts';
import { drop, filesOf, finished, formOf, importDraft, rejectedLines, strict } from '#tests/support/imports.ts';
import { aServer, type Client, Refused } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

const server = await aServer({ worker: true });

const run = async (who: Client, content: string | Buffer, more?: Partial<ImportFormInput>, name?: string) =>
  importDraft(who, await drop(who, content, name), more);

const found = async (who: Client, scope: ContactsScopeInput) =>
  (await who.call(listContacts, { body: { contacts_scope: scope } })).data;

const csv = (...rows: string[]) => `First Name,Last Name,Mobile Phone,E-mail\n${rows.join('\n')}\n`;

describe('a file of leads', () => {
  test('becomes contacts of the importer, tagged new and as the form says, with their line in the journal', async () => {
    const { people } = await aCompany(server, { agent: {} });
    const attempt = await run(people.agent, csv('Rosa,Alvarez,(305) 555-0142,rosa@example.com', 'Tom,Boyd,,tom@example.com'), {
      tags: [{ name: 'spring mailer', color: 'teal' }],
    });
    expect(attempt).toMatchObject({
      status: 'complete',
      created: 2,
      updated: 0,
      skipped: 0,
      rejected: 0,
      owner: { id: people.agent.userId },
    });

    const [rosa] = await found(people.agent, { q: 'rosa' });
    expect(rosa).toMatchObject({
      name: 'Rosa Alvarez',
      phone: '3055550142',
      email: 'rosa@example.com',
      owner: { id: people.agent.userId },
    });
    expect(rosa?.tags.map((tag) => tag.name)).toEqual(['new', 'spring mailer']);
    const timeline = await people.agent.call(listContactTimeline, { params: { id: rosa?.id ?? 0 }, query: {} });
    expect(timeline.data).toMatchObject([{ action: 'imported', import_id: attempt.id }]);
  });

  test('gives every rejected row back as it stood, with the reason, and stores the rest', async () => {
    const { people } = await aCompany(server, { agent: {} });
    const attempt = await run(
      people.agent,
      csv(
        'Rosa,Alvarez,(305) 555-0142,',
        'Bad,"Row, Jr",123,not-an-email',
        '=cmd(),Formula,12,',
        '-2+cmd(),Formula,"+1 (305) 12",',
        '"Tom,Open,3055550143,',
        ',,,',
      ),
      strict,
    );
    expect(attempt).toMatchObject({ created: 1, rejected: 4, can: { rejected: true, retry: true } });

    const text = (await people.agent.call(downloadRejectedRows, { params: { id: attempt.id } })) as unknown as string;
    const [headings, bad, formula, sum, open, ...rest] = text.trimEnd().split('\r\n');
    expect(headings).toBe('\uFEFFLine,Reason,First Name,Last Name,Mobile Phone,E-mail');
    expect(bad).toMatch(/^3,.*“123”: This is not a US phone number.*,Bad,"Row, Jr",123,not-an-email$/);
    expect(formula).toContain(",'=cmd(),");
    expect(sum).toContain(",'-2+cmd(),Formula,+1 (305) 12,");
    expect(open).toMatch(/^6,.*never closed.*,"""Tom",Open,3055550143,$/);
    expect(rest).toEqual([]);
  });

  test('with nothing but a wrong file is refused in words, and leaves nothing behind', async () => {
    const { people, companyId } = await aCompany(server, { agent: {} });
    for (const [name, content, code] of [
      ['empty.csv', '', 'imports.empty'],
      ['headings.csv', 'First Name,Last Name\n', 'imports.empty'],
      ['picture.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]), 'imports.unreadable'],
      ['locked.xlsx', Buffer.from('D0CF11E0A1B11AE1'.repeat(64), 'hex'), 'imports.unreadable'],
    ] as const) {
      await expect(drop(people.agent, content, name), name).rejects.toMatchObject({ status: 422, code });
    }
    const { meta } = await people.agent.call(listImportAttempts, { query: {} });
    expect(meta.total_count).toBe(0);
    const { rows } = await sql<{ count: number }>`select count(*) from import_attempts where company_id = ${companyId}`.execute(
      server.operator.db,
    );
    expect(rows[0]?.count).toBe(0);
  });

  test('keeps a Medicare number sealed: not in the row, the journal, the rejects or the answers', async () => {
    const { people, companyId } = await aCompany(server, { agent: {} });
    const number = '1EG4TE5MK73';
    const content = `First Name,Last Name,Phone,Medicare Number\nRosa,Alvarez,3055550142,1EG4-TE5-MK73\nBad,Row,1EG4-TE5-MK73,1EG4-TE5-MK73\n`;
    const attempt = await run(people.agent, content, strict);
    expect(attempt).toMatchObject({ created: 1, rejected: 1 });
    const lenient = await run(people.agent, content, { scrub_against: { rule: 'create' } });
    expect(lenient).toMatchObject({ created: 2, rejected: 0, dropped: 1 });
    const { rows } = await sql<{ text: string }>`
      select (select string_agg(c::text, ' ') from contacts c where company_id = ${companyId}) || (select string_agg(j::text, ' ') from contact_changes j where company_id = ${companyId})
        || (select string_agg(r::text, ' ') from import_rejects r where company_id = ${companyId}) || (select string_agg(o::text, ' ') from import_attempts o where company_id = ${companyId})
        || (select string_agg(p::text, ' ') from import_problems p where company_id = ${companyId}) as text`.execute(
      server.operator.db,
    );
    expect(rows[0]?.text).not.toMatch(/1EG4-?TE5-?MK73/);
    expect(rows[0]?.text).not.toContain(Buffer.from(number).toString('hex'));
  });
});

describe('a form', () => {
  test('that names what the company has not is refused, in the preview and at the start', async () => {
    const { people } = await aCompany(server, { agent: {} });
    const draft = await drop(people.agent, csv('Rosa,Alvarez,3055550142,'));
    const body = { id: draft.id, form: formOf(draft, { status_id: 999_999, source_id: 999_999 }) };
    const refusal = { status: 422, problem: { errors: { status_id: [expect.anything()], source_id: [expect.anything()] } } };
    await expect(people.agent.call(previewImport, { body })).rejects.toMatchObject(refusal);
    await expect(people.agent.call(importContacts, { body })).rejects.toMatchObject(refusal);
  });

  test('with a file that it does not suit leaves neither draft nor file, and an import takes one file only', async () => {
    const { people, companyId } = await aCompany(server, { agent: {} });
    const file = { name: 'leads.csv', content: csv('Rosa,Alvarez,3055550142,') };
    const send = (body: object, ...names: string[]) =>
      people.agent.call(importContacts, { body, files: Object.fromEntries(names.map((name) => [name, file])) } as never);
    const draft = await drop(people.agent, file.content);
    const form = formOf(draft);
    await expect(send({ form: { ...form, status_id: 999_999 } }, 'a')).rejects.toMatchObject({ status: 422 });
    await expect(send({ form }, 'a', 'b')).rejects.toMatchObject({ status: 422 });
    await expect(send({ id: draft.id, form }, 'a')).rejects.toMatchObject({ status: 422 });
    await until(async () => (await filesOf(server, companyId)).length === 1);

    for (const key of await filesOf(server, companyId)) await server.platform.storage.remove(`${companyId}/${key}`);
    await expect(people.agent.call(previewImport, { body: { id: draft.id, form } })).rejects.toMatchObject({
      code: 'imports.unreadable',
    });
  });
});

describe('rows that are there already', () => {
  const existing = {
    first_name: 'Rosa',
    last_name: 'Alvarez',
    phone: '3055550142',
    email: 'old@example.com',
    city: 'Miami',
    note: 'Prefers mornings',
  };

  test('are skipped, and the existing contact gets the tags meant for it', async () => {
    const { people, companyId } = await aCompany(server, { agent: {} });
    await aContact(server, companyId, { ...existing, owner_id: people.agent.userId });
    const attempt = await run(people.agent, csv('Rose,A.,305-555-0142,new@example.com', 'Tom,Boyd,3055550143,'), {
      scrub_against: { rule: 'skip', updated_lead_tags: [{ name: 'seen again' }] },
    });
    expect(attempt).toMatchObject({ created: 1, skipped: 1, updated: 0 });
    expect(await found(people.agent, { q: 'alvarez' })).toMatchObject([
      { first_name: 'Rosa', email: 'old@example.com', tags: [{ name: 'seen again' }] },
    ]);
  });

  test('are updated: what the file says fills and overrides, what it does not say stays, and both images are kept', async () => {
    const { people, companyId } = await aCompany(server, { agent: {} });
    const id = await aContact(server, companyId, { ...existing, owner_id: people.agent.userId, do_not_call: true });
    const attempt = await run(people.agent, csv('Rosa Maria,,305-555-0142,new@example.com'), {
      scrub_against: { rule: 'update' },
    });
    expect(attempt).toMatchObject({ created: 0, updated: 1 });
    const [rosa] = await found(people.agent, { q: 'alvarez' });
    expect(rosa).toMatchObject({
      id,
      first_name: 'Rosa Maria',
      last_name: 'Alvarez',
      city: 'Miami',
      do_not_call: true,
      email: 'old@example.com',
      version: 2,
    });
    const { data } = await people.agent.call(listContactTimeline, { params: { id }, query: {} });
    expect(data[0]?.changes).toContainEqual({
      field: 'first_name',
      before: 'Rosa',
      after: 'Rosa Maria',
      restorable: true,
    });
    expect(data[0]?.changes.map((change) => change.field)).toEqual(expect.arrayContaining(['emails', 'first_name']));
  });

  test('are made again where the form says so', async () => {
    const { people, companyId } = await aCompany(server, { agent: {} });
    await aContact(server, companyId, { ...existing, owner_id: people.agent.userId });
    expect(await run(people.agent, csv('Rosa,Alvarez,3055550142,'), { scrub_against: { rule: 'create' } })).toMatchObject({
      created: 1,
    });
    expect(await found(people.agent, { q: 'alvarez' })).toHaveLength(2);
  });

  test('match by name and address too, and within the file as against the database', async () => {
    const { people } = await aCompany(server, { agent: {} });
    const rows = [
      'Rosa,Alvarez,1 Main St,33101',
      'ROSA,ÁLVAREZ,1 main st,33101-1234',
      'Rosa,Alvarez,2 Main St,33101',
      'Ann,Lee,,33101',
      'Ann,Lee,,33101',
      'Søren,Łopez-Groß,3 Main St,33101',
      'Soren,Lopez Gross,3 MAIN ST,33101',
    ];
    const attempt = await run(people.agent, `First Name,Last Name,Address,Zip\n${rows.join('\n')}\n`, {
      scrub_against: { by: ['name_address'], rule: 'skip' },
    });
    expect(attempt).toMatchObject({ created: 5, skipped: 2 });
    const more = await run(people.agent, 'First Name,Last Name,Address,Zip\nAnn,Lee,,33101\n', {
      scrub_against: { by: ['name_address'], rule: 'skip' },
    });
    expect(more).toMatchObject({ created: 1, skipped: 0 });
  });

  test('that the same file brought chunks before are known, and its people stand in its order', async () => {
    const { people, companyId } = await aCompany(server, { agent: {} });
    const size = 25_000; // several chunks on each of the two connections
    const persons = Array.from({ length: size }, (_, at) => (at % 4 === 3 && at > 1_000 ? at - 1_000 : at)); // every fourth a second time
    const row = (person: number) => `Ada,Row,${3_056_000_000 + person},,${'note '.repeat((person * 7919) % 300)}\n`; // of every width
    const attempt = await run(people.agent, `First Name,Last Name,Mobile Phone,E-mail,Note\n${persons.map(row).join('')}`);
    expect(attempt).toMatchObject({ status: 'complete', created: new Set(persons).size, skipped: size - new Set(persons).size });
    const stored = await server.operator.db
      .selectFrom('contacts')
      .select('import_line')
      .where('company_id', '=', companyId)
      .orderBy('id')
      .execute();
    const lines = stored.map(({ import_line }) => import_line ?? 0);
    expect(lines).toHaveLength(new Set(persons).size);
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
  });

  test("of a colleague out of the importer's reach are neither changed nor told of", async () => {
    const { people, companyId } = await aCompany(server, { agent: {}, agent2: {} });
    const id = await aContact(server, companyId, { ...existing, owner_id: people.agent2.userId });
    expect(await run(people.agent, csv('Rose,A.,3055550142,'), { scrub_against: { rule: 'update' } })).toMatchObject({
      created: 1,
      updated: 0,
    });
    expect(await found(people.agent2, { q: 'alvarez' })).toMatchObject([{ id, first_name: 'Rosa', version: 1 }]);
  });
});

describe('the preview', () => {
  test('tells what the run then does', async () => {
    const { people, companyId } = await aCompany(server, { agent: {} });
    await aContact(server, companyId, {
      first_name: 'Rosa',
      last_name: 'Alvarez',
      phone: '3055550142',
      owner_id: people.agent.userId,
    });
    const draft = await drop(
      people.agent,
      csv('Rosa,A,3055550142,', 'Tom,Boyd,3055550143,', 'Tom,Boyd,3055550143,', 'Bad,Row,12,'),
    );
    const form = formOf(draft, { scrub_against: { rule: 'update' }, ...strict });
    const preview = await people.agent.call(previewImport, { body: { id: draft.id, form } });
    expect(preview).toMatchObject({ looked_at: 4, totals: { create: 1, update: 2, skip: 0, reject: 1 } });
    expect(preview.rows.map((row) => row.outcome)).toEqual(['update', 'create', 'update', 'reject']);
    expect(preview.problems).toMatchObject([{ field: 'mobile_phone', count: 1, values: [{ value: '12', count: 1 }] }]);

    await people.agent.call(importContacts, { body: { id: draft.id, form } });
    expect(await finished(people.agent, draft.id)).toMatchObject({ created: 1, updated: 2, skipped: 0, rejected: 1 });
  });

  test('needs a column that names somebody', async () => {
    const { people } = await aCompany(server, { agent: {} });
    const draft = await drop(people.agent, csv('Rosa,A,3055550142,'));
    const form = formOf(draft, { fields: draft.fields.map(({ preview, ...field }) => ({ ...field, field: null })) });
    await expect(people.agent.call(previewImport, { body: { id: draft.id, form } })).rejects.toMatchObject({
      code: 'imports.nothing_mapped',
    });
  });
});

describe('days', () => {
  const born = async (who: Client) =>
    Object.fromEntries((await found(who, {})).map(({ first_name, birth_date }) => [first_name, birth_date]));
  const content =
    'First Name,Phone,DOB,Part A Date\nRosa,3055550142,03/04/1961,12/25/2020\nTom,3055550143,25/12/1960,01/02/2021\n';

  test('are read as their own column writes them, unless the user says otherwise', async () => {
    const { people } = await aCompany(server, { agent: {}, agent2: {} });
    const draft = await drop(people.agent, content);
    expect(draft.fields.map(({ date_order }) => date_order)).toEqual([null, null, 'dmy', 'mdy']);
    expect(await importDraft(people.agent, draft)).toMatchObject({ created: 2, rejected: 0 });
    expect(await born(people.agent)).toEqual({ Rosa: '1961-04-03', Tom: '1960-12-25' });

    const other = await drop(people.agent2, content);
    const fields = formOf(other).fields.map((field) => ({ ...field, date_order: 'mdy' as const }));
    expect(await importDraft(people.agent2, other, { fields, ...strict })).toMatchObject({ created: 1, rejected: 1 });
    expect(await born(people.agent2)).toEqual({ Rosa: '1961-03-04' });
  });

  test('of a file under saved settings are read as the settings say, where they do', async () => {
    const { people } = await aCompany(server, { agent: {} });
    const american = content.replaceAll('25/12/1960', '12/25/1960');
    const draft = await drop(people.agent, american);
    expect(draft.fields[2]).toMatchObject({ date_order: 'mdy' });
    const setting = await people.agent.call(createImportSetting, { body: { name: 'Mine', form: formOf(draft) } });
    const next = await drop(people.agent, content);
    expect(next).toMatchObject({ setting_id: setting.id, fields: [{}, {}, { date_order: 'mdy' }, {}] });
    await people.agent.call(uploadLeads, { body: { id: next.id, import_setting_id: setting.id } });
    expect(await finished(people.agent, next.id)).toMatchObject({ created: 2, dropped: 1 });
    expect(await born(people.agent)).toEqual({ Rosa: '1961-03-04', Tom: null });

    const fields = formOf(draft).fields.map((field) => ({ ...field, date_order: null }));
    await people.agent.call(createImportSetting, { body: { name: 'No order', form: formOf(draft, { fields }) } });
    expect((await drop(people.agent, content)).fields[2]).toMatchObject({ date_order: 'dmy' });
  });

  test('are not turned by one odd day, which the preview tells', async () => {
    const { people } = await aCompany(server, { agent: {} });
    const rows = Array.from({ length: 40 }, (_, at) => `Pat ${at},305555${1000 + at},0${(at % 9) + 1}/01/2023,\n`);
    const draft = await drop(people.agent, `First Name,Phone,Part A Date,DOB\n${rows.join('')}Tom,3055550143,25/12/2023,\n`);
    expect(draft.fields[2]).toMatchObject({ field: 'medicare_part_a', date_order: null });
    const preview = async (more: Partial<ImportFormInput> = {}) =>
      people.agent.call(previewImport, { body: { id: draft.id, form: formOf(draft, more) } });
    const { warnings, rows: shown } = await preview();
    expect(warnings).toEqual([
      'Medicare part A from (column “Part A Date”): one date only fits day first. The column is read month first.',
    ]);
    expect(shown[1]?.values.medicare_part_a).toBe('2023-02-01');
    expect((await preview({ date_order: 'dmy' })).warnings).toEqual([]);
    const corrections = [{ field: 'medicare_part_a' as const, line: 42, value: '25/12/2023', as: '12/25/2023' }];
    expect((await preview({ corrections })).warnings).toEqual([]);
  });
});

describe('attempts', () => {
  test('run again on their rejected rows, once what was missing is there', async () => {
    const { people, companyId } = await aCompany(server, { agent: {} });
    const content = 'First Name,Last Name,Phone,Status\nRosa,Alvarez,3055550142,Waiting\nTom,Boyd,3055550143,\n';
    const draft = await drop(people.agent, content);
    const fields = draft.fields.map(({ preview, ...field }) =>
      field.heading === 'Status' ? { ...field, field: 'status' as const } : field,
    );
    await people.agent.call(importContacts, { body: { id: draft.id, form: { ...formOf(draft, strict), fields } } });
    const first = await finished(people.agent, draft.id);
    expect(first).toMatchObject({ created: 1, rejected: 1 });

    const statusId = await aStatus(server, companyId, 'Waiting');
    const retry = await people.agent.call(retryFailedImport, { params: { id: first.id } });
    expect(retry).toMatchObject({ retry_of: first.id });
    expect(await finished(people.agent, retry.id)).toMatchObject({ created: 1, rejected: 0 });
    expect(await found(people.agent, { q: 'alvarez' })).toMatchObject([{ status_id: statusId }]);
    await expect(people.agent.call(retryFailedImport, { params: { id: first.id } })).rejects.toMatchObject({
      code: 'imports.nothing_to_retry',
    });
  });

  test('are all there after every retry, whatever letters they hold', async () => {
    const { people } = await aCompany(server, { agent: {} });
    const names = ['José,Muñoz', 'Zoë,Brontë', 'Łukasz,Żółć', '李,小龍', 'Ana,“Nené” 😀'];
    const rows = names.map((name) => `${name},12,`);
    let attempt = await run(people.agent, csv(...rows), strict);
    for (const _ of [1, 2]) {
      const { id } = await people.agent.call(retryFailedImport, { params: { id: attempt.id } });
      attempt = await finished(people.agent, id);
      expect(attempt).toMatchObject({ status: 'complete', created: 0, rejected: rows.length });
      const headings = '"First Name","Last Name","Mobile Phone","E-mail"';
      expect(attempt.size).toBe(Buffer.byteLength([headings, ...rows].map((row) => `${row}\r\n`).join('')));
      const lines = await rejectedLines(people.agent, id);
      for (const [at, name] of names.entries()) expect(lines[at + 1]).toContain(`,${name},12,`);
    }
  });

  test('are tried again once, however often somebody presses', async () => {
    const { people, companyId } = await aCompany(server, { agent: {} });
    const first = await run(people.agent, csv('Rosa,Alvarez,12,', 'Tom,Boyd,3055550143,'), strict);
    const press = () => people.agent.call(retryFailedImport, { params: { id: first.id } });
    const outcomes = await Promise.allSettled([press(), press(), press()]);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    await until(async () => (await filesOf(server, companyId)).length === 2); // the file, and that of the one retry
  });

  test('are one’s own; a leader sees those in reach; another company sees none', async () => {
    const { people } = await aCompany(server, { manager: {}, manager2: {}, agent: { under: 'manager' }, agent2: {} });
    const stranger = (await aCompany(server, { admin: {} })).people.admin;
    const attempt = await run(people.agent, csv('Rosa,Alvarez,3055550142,'));
    const see = (who: Client) => who.call(getImportAttempt, { params: { id: attempt.id } });
    await expect(see(people.manager)).resolves.toMatchObject({ id: attempt.id });
    await expect(see(people.agent2)).rejects.toMatchObject({ status: 404 });
    await expect(see(people.manager2)).rejects.toMatchObject({ status: 404 });
    expect((await people.manager2.call(listImportAttempts, { query: {} })).meta.total_count).toBe(0);
    for (const call of [deleteImportAttempt, retryFailedImport])
      await expect(people.manager2.call(call, { params: { id: attempt.id } })).rejects.toMatchObject({ status: 404 });
    await expect(see(stranger)).rejects.toMatchObject({ status: 404 });
    await expect(people.agent2.call(deleteImportAttempt, { params: { id: attempt.id } })).rejects.toBeInstanceOf(Refused);
    await people.agent.call(deleteImportAttempt, { params: { id: attempt.id } });
    await expect(see(people.agent)).rejects.toMatchObject({ status: 404 });
    expect(await found(people.agent, { q: 'alvarez' })).toHaveLength(1); // its contacts stay
  });

  test('start once: a second start of the same draft is refused', async () => {
    const { people } = await aCompany(server, { agent: {} });
    const draft = await drop(people.agent, csv('Rosa,Alvarez,3055550142,'));
    const body = { id: draft.id, form: formOf(draft) };
    const outcomes = await Promise.allSettled([
      people.agent.call(importContacts, { body }),
      people.agent.call(importContacts, { body }),
    ]);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await finished(people.agent, draft.id)).toMatchObject({ created: 1 });
  });

  test('assign contacts only as the importer may', async () => {
    const { people, pools } = await aCompany(server, { manager: {}, agent: { under: 'manager', holds: ['House'] }, agent2: {} });
    const content = csv('Rosa,Alvarez,3055550142,');
    await expect(run(people.agent, content, { owner: people.agent2.userId })).rejects.toMatchObject({ status: 403 });
    await expect(run(people.manager, content, { owner: people.agent2.userId })).rejects.toMatchObject({ status: 422 });
    expect(await run(people.manager, content, { owner: people.agent.userId })).toMatchObject({
      owner: { id: people.agent.userId },
    });
    const pool = { value: pools.House ?? 0 };
    expect(await run(people.agent, csv('Pool,Lead,3055550199,'), { pool })).toMatchObject({
      owner: null,
      pool: { id: pool.value },
    });
    expect(await found(people.agent, { pool_id: pool.value })).toMatchObject([{ name: 'Pool Lead', owner: null }]);
  });

  test('run by saved settings, which keep no value of the file they were made with', async () => {
    const { people } = await aCompany(server, { agent: {} });
    const draft = await drop(people.agent, csv('Rosa,Alvarez,3055550142,'));
    const form = { ...formOf(draft), fields: draft.fields, tags: [{ name: 'vendor', color: 'red' as const }] };
    const setting = await people.agent.call(createImportSetting, { body: { name: 'Weekly leads', form } });
    await expect(people.agent.call(createImportSetting, { body: { name: 'Weekly leads', form } })).rejects.toMatchObject({
      code: 'import_settings.name_taken',
    });
    const { data } = await people.agent.call(listImportSettings, {});
    expect(JSON.stringify(data)).not.toContain('Alvarez');
    const other = await drop(people.agent, 'E-mail,Last Name,First Name\nrosa@example.com,Alvarez,Rosa\n');
    await expect(people.agent.call(uploadLeads, { body: { id: other.id, import_setting_id: setting.id } })).rejects.toMatchObject(
      { status: 422, problem: { errors: { import_setting_id: [expect.stringContaining('“Mobile Phone”')] } } },
    );
    const turned = await drop(people.agent, 'E-mail,Mobile Phone,Last Name,First Name\nann@example.com,3055550177,Lee,Ann\n');
    expect(turned.setting_id).toBe(setting.id);
    await people.agent.call(uploadLeads, { body: { id: turned.id, import_setting_id: setting.id } });
    expect(await finished(people.agent, turned.id)).toMatchObject({ created: 1 });
    expect(await found(people.agent, { q: 'lee' })).toMatchObject([{ name: 'Ann Lee', phone: '3055550177' }]);
    await people.agent.call(uploadLeads, { body: { id: draft.id, import_setting_id: setting.id } });
    expect(await finished(people.agent, draft.id)).toMatchObject({ created: 1 });
    expect((await found(people.agent, { q: 'rosa' }))[0]?.tags.map((tag) => tag.name)).toEqual(['new', 'vendor']);
  });

  test('saved settings are deleted by whose they are and by who leads', async () => {
    const { people } = await aCompany(server, { agent: {}, agent2: {}, manager: {} });
    const draft = await drop(people.agent, csv('Rosa,Alvarez,3055550142,'));
    const form = { ...formOf(draft), fields: draft.fields };
    const { id } = await people.agent.call(createImportSetting, { body: { name: 'Weekly leads', form } });
    const offered = async (who: keyof typeof people) =>
      (await people[who].call(listImportSettings, {})).data.map((setting) => setting.deletable);
    expect([await offered('agent'), await offered('agent2'), await offered('manager')]).toEqual([[true], [false], [true]]);
    await expect(people.agent2.call(deleteImportSetting, { params: { id } })).rejects.toMatchObject({ status: 403 });
    await people.manager.call(deleteImportSetting, { params: { id } });
    expect(await offered('agent')).toEqual([]);
    await expect(people.agent.call(deleteImportSetting, { params: { id } })).rejects.toMatchObject({ status: 404 });
  });
});

test.each(['google-contacts.csv', 'outlook.csv', 'hubspot.csv', 'salesforce-leads.csv'])(
  'the export %s maps and imports itself',
  async (name) => {
    const { people } = await aCompany(server, { agent: {} });
    const attempt = await run(
      people.agent,
      readFileSync(new URL(`../../../../tests/fixtures/imports/${name}`, import.meta.url)),
      {},
      name,
    );
    expect(attempt).toMatchObject({ status: 'complete', rejected: 0 });
    expect(attempt.created).toBeGreaterThanOrEqual(2);
  },
);

test("an import whose asker has left before its turn failed, and stays nobody's wait", async () => {
  const { companyId, people } = await aCompany(server, { admin: {}, agent: { under: 'admin' } });
  const draft = await drop(people.agent, csv('Rosa,Alvarez,(305) 555-0142,'));
  const waiting = 'select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()';
  const lock = await server.operator.pool.connect();
  await lock.query('begin');
  await lock.query('select from import_attempts where id = $1 for update', [draft.id]);
  const asked = people.agent.call(importContacts, { body: { id: draft.id, form: formOf(draft) } });
  await until(async () => (await server.operator.pool.query(waiting)).rowCount);
  await lock.query('update users set active = false where company_id = $1 and id = $2', [companyId, people.agent.userId]);
  await lock.query('commit');
  lock.release();
  await asked;
  expect(await finished(people.admin, draft.id)).toMatchObject({ status: 'failed', created: 0, can: { delete: true } });
});
