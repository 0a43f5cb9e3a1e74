// An import that is not started yet is kept as it was left, on every device of its person.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { draftRejectedRows, getImportDraft, listImportDrafts, updateImportDraft } from '#contract/importDrafts.ts';
import { createImportSetting, importContacts, listImportAttempts, retryFailedImport } from '#contract/imports.ts';
import { aCompany } from '#tests/support/factories.ts';
import { drop, finished, formOf, importDraft } from '#tests/support/imports.ts';
import { aServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

const server = await aServer({ worker: true });
const csv = 'First Name,DOB,Phone\nRosa,3/4/1955,3055550142\nTom,1/2/1960,3055550143\n';

test('a draft comes back with its form, its step and the first values of its file', async () => {
  const { agent } = (await aCompany(server, { agent: {} })).people;
  const draft = await drop(agent, csv, 'spring.csv');
  expect(await agent.call(getImportDraft, { params: { id: draft.id } })).toMatchObject({ form: null, step: 'map' });
  const corrections = [{ field: 'birth_date' as const, line: 2, value: '3/4/1955', as: '3/5/1955' }];
  const form = formOf(draft, { date_order: 'dmy', tags: [{ name: 'spring' }], corrections });
  await agent.call(updateImportDraft, { params: { id: draft.id }, body: { form, step: 'check' } });

  const saved = await agent.call(getImportDraft, { params: { id: draft.id } });
  expect(saved).toMatchObject({
    file_name: 'spring.csv',
    rows_estimate: 2,
    step: 'check',
    form: { ...form, tags: [{ name: 'spring', color: 'gray' }] },
  });
  expect(saved.fields).toEqual(draft.fields);
  expect((await agent.call(listImportDrafts, {})).data).toMatchObject([{ id: draft.id, file_name: 'spring.csv', step: 'check' }]);
  expect((await agent.call(listImportAttempts, { query: {} })).meta.total_count).toBe(0);
});

test('a draft that nobody changed comes back as saved settings map its file', async () => {
  const { agent } = (await aCompany(server, { agent: {} })).people;
  const fields = (await drop(agent, csv)).fields.map((field, at) => ({
    ...field,
    field: (['last_name', null, 'other_phone'] as const)[at] ?? null,
  }));
  await agent.call(createImportSetting, { body: { name: 'Vendor', form: { fields } } });
  const draft = await drop(agent, csv);
  expect(draft.fields.map(({ field }) => field)).toEqual(['last_name', null, 'other_phone']);
  const saved = await agent.call(getImportDraft, { params: { id: draft.id } });
  expect(saved.fields).toEqual(draft.fields);
  expect(saved.setting_id).toBe(draft.setting_id);
});

test('a draft without headings comes back with its first line in their place', async () => {
  const { agent } = (await aCompany(server, { agent: {} })).people;
  const draft = await drop(agent, 'Rosa,3055550142\nTom,3055550143\n');
  expect(draft.has_headings).toBe(false);
  const saved = await agent.call(getImportDraft, { params: { id: draft.id } });
  expect(saved.fields).toEqual(draft.fields);
});

test("a draft is its person's own, and none once it is started", async () => {
  const { agent, manager } = (await aCompany(server, { manager: {}, agent: { under: 'manager' } })).people;
  const draft = await drop(agent, csv);
  const form = formOf(draft);
  const save = { params: { id: draft.id }, body: { form, step: 'map' as const } };
  for (const read of [manager.call(getImportDraft, save), manager.call(updateImportDraft, save)])
    await expect(read).rejects.toMatchObject({ status: 404 });
  expect((await manager.call(listImportDrafts, {})).data).toEqual([]);

  await agent.call(importContacts, { body: { id: draft.id, form } });
  await finished(agent, draft.id);
  await expect(agent.call(updateImportDraft, save)).rejects.toMatchObject({ code: 'imports.not_a_draft' });
  await expect(agent.call(getImportDraft, save)).rejects.toMatchObject({ code: 'imports.not_a_draft' });
  expect((await agent.call(listImportDrafts, {})).data).toEqual([]);
});

test('a draft that somebody changed outlives a day, and none a week', async () => {
  const { companyId, people } = await aCompany(server, { agent: {} });
  const [untouched, changed, old] = [await drop(people.agent, csv), await drop(people.agent, csv), await drop(people.agent, csv)];
  for (const { id } of [changed, old])
    await people.agent.call(updateImportDraft, { params: { id }, body: { form: formOf(changed), step: 'map' } });
  await sql`update import_attempts set created_at = now() - case when id = ${old.id} then interval '8 days' else interval '2 days' end
    where company_id = ${companyId}`.execute(server.operator.db);
  const newest = await drop(people.agent, csv); // which tidies
  const left = await until(async () => {
    const { data } = await people.agent.call(listImportDrafts, {});
    return data.length === 2 ? data : null;
  });
  expect(left.map(({ id }) => id)).toEqual([newest.id, changed.id]);
  expect(untouched.id).toBeLessThan(changed.id);
});

test('rejected rows become a draft with their headings, are corrected, and are tried once', async () => {
  const { agent } = (await aCompany(server, { agent: {} })).people;
  const content = 'First Name,Phone,Do Not Call\nRosa,3055550142,perhaps\nTom,3055550143,no\n';
  const first = await importDraft(agent, await drop(agent, content));
  expect(first).toMatchObject({ created: 1, rejected: 1, can: { retry: true } });
  const draft = await agent.call(draftRejectedRows, { params: { id: first.id } });
  const other = await agent.call(draftRejectedRows, { params: { id: first.id } });
  expect(draft).toMatchObject({ status: 'draft', retry_of: first.id });
  const saved = await agent.call(getImportDraft, { params: { id: draft.id } });
  expect(saved).toMatchObject({ has_headings: true, rows_estimate: 1, step: 'check' });
  expect(saved.fields).toMatchObject([
    { heading: 'First Name', preview: ['Rosa'] },
    { heading: 'Phone' },
    { heading: 'Do Not Call' },
  ]);

  const corrections = [{ field: 'do_not_call' as const, line: null, value: 'perhaps', as: 'yes' }];
  const form = { ...formOf(saved), fields: saved.form?.fields ?? [], corrections };
  await agent.call(importContacts, { body: { id: draft.id, form } });
  expect(await finished(agent, draft.id)).toMatchObject({ created: 1, rejected: 0, retry_of: first.id });
  await expect(agent.call(importContacts, { body: { id: other.id, form } })).rejects.toMatchObject({
    code: 'imports.nothing_to_retry',
  });
  for (const again of [retryFailedImport, draftRejectedRows])
    await expect(agent.call(again, { params: { id: first.id } })).rejects.toMatchObject({ code: 'imports.nothing_to_retry' });
});
