// Forms of a contact: answered in part or whole, hidden fields, clashes, history, other ways to answer, and the list's filter.
import { beforeAll, describe, expect, test } from 'vitest';
import { listAuditEntries } from '#contract/auditLog.ts';
import {
  type CaptureForm,
  createCaptureForm,
  deleteCaptureForm,
  listAdminCaptureForms,
  listCaptureForms,
  updateCaptureForm,
} from '#contract/captureForms.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { mergeContacts, unmergeContacts } from '#contract/contactMerges.ts';
import { getContact, listContacts, updateContact } from '#contract/contacts.ts';
import type { FilterOperator } from '#contract/contactsScope.ts';
import {
  type CustomFieldCreate,
  type CustomFieldValue,
  createCustomField,
  deleteCustomField,
  updateCustomField,
} from '#contract/customFields.ts';
import { getDataCapture, updateDataCapture } from '#contract/dataCapture.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { drop, importDraft } from '#tests/support/imports.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';

type Fields = NonNullable<CallOf<typeof updateCaptureForm>['body']['sections']>[number]['fields'];

let server: TestServer;
let company: TestCompany<'admin' | 'agent' | 'agent2'>;
beforeAll(async () => {
  server = await aServer({ worker: true });
  company = await aCompany(server, { admin: {}, agent: {}, agent2: {} });
});

const aField = async (type: CustomFieldCreate['type'], choices: string[] = []) =>
  (await company.people.admin.call(createCustomField, { body: { name: `${type} ${crypto.randomUUID()}`, type, choices } })).id;

async function aForm(fields: Fields, name = `Needs ${crypto.randomUUID()}`): Promise<CaptureForm> {
  const { admin } = company.people;
  const { id } = await admin.call(createCaptureForm, { body: { name } });
  return admin.call(updateCaptureForm, { params: { id }, body: { sections: [{ title: 'About', fields }] } });
}

/** Smoker (required); packs a day, required and shown for smokers; a remark. */
async function aSmokerForm() {
  const [smoker, packs, remark] = [await aField('boolean'), await aField('number'), await aField('text')];
  const form = await aForm([
    { field_id: smoker, required: true },
    { field_id: packs, required: true, shown_when: { field_id: smoker, operator: 'any_of', values: [true] } },
    { field_id: remark },
  ]);
  return { form, smoker, packs, remark };
}

const aContactOf = ({ userId }: Client) => aContact(server, company.companyId, { owner_id: userId, first_name: 'Rosa' });
async function view(client: Client, contact: number, form: CaptureForm) {
  const { data, history } = await client.call(getDataCapture, { params: { id: contact } });
  const shown = data.find(({ form_id }) => form_id === form.id);
  if (!shown) throw new Error('the form is not there');
  return { ...shown, history };
}
const answer = (client: Client, id: number, form: CaptureForm, answers: Record<string, CustomFieldValue>, version?: string) =>
  client.call(updateDataCapture, {
    params: { id },
    body: { data_captures: [{ form_id: form.id, answers, ...(version && { version }) }] },
  });

describe('answers', () => {
  test('are saved in part; the form is complete once each shown required field has one', async () => {
    const { agent } = company.people;
    const { form, smoker, packs, remark } = await aSmokerForm();
    const id = await aContactOf(agent);
    expect(await view(agent, id, form)).toMatchObject({
      state: 'not_started',
      shown: [smoker, remark],
      missing: [smoker],
      answered_at: null,
    });
    await answer(agent, id, form, { [remark]: 'Call later' });
    expect(await view(agent, id, form)).toMatchObject({ state: 'incomplete', missing: [smoker], answered: 1 });
    await answer(agent, id, form, { [smoker]: true });
    expect(await view(agent, id, form)).toMatchObject({ state: 'incomplete', shown: [smoker, packs, remark], missing: [packs] });
    await answer(agent, id, form, { [packs]: 0 });
    const done = await view(agent, id, form);
    expect(done).toMatchObject({
      state: 'complete',
      missing: [],
      answers: { [smoker]: true, [packs]: 0, [remark]: 'Call later' },
    });
    expect(done.answered_at).toBe(done.history[0]?.at);
    expect((await agent.call(getContact, { params: { id }, query: {} })).custom_fields).toEqual(done.answers);
  });

  test('of hidden fields are not stored; one that an answer hides is cleared, and stands in the history', async () => {
    const { agent } = company.people;
    const { form, smoker, packs } = await aSmokerForm();
    const id = await aContactOf(agent);
    await answer(agent, id, form, { [smoker]: false, [packs]: 3 });
    expect((await view(agent, id, form)).answers).toEqual({ [smoker]: false });
    await answer(agent, id, form, { [smoker]: true, [packs]: 2 });
    await answer(agent, id, form, { [smoker]: false });
    const now = await view(agent, id, form);
    expect(now).toMatchObject({ answers: { [smoker]: false }, state: 'complete' });
    expect(now.history[0]).toMatchObject({
      form: { id: form.id, name: form.name },
      actor: { id: agent.userId },
      changes: [
        { field_id: smoker, before: true, after: false },
        { field_id: packs, before: 2, after: null },
      ],
    });
  });

  test('that another form shows too are not cleared where one form hides them', async () => {
    const { agent } = company.people;
    const { form, smoker, packs } = await aSmokerForm();
    const other = await aForm([{ field_id: packs }]);
    const id = await aContactOf(agent);
    await answer(agent, id, form, { [smoker]: true, [packs]: 2 });
    await answer(agent, id, form, { [smoker]: false });
    expect((await view(agent, id, other)).answers).toEqual({ [packs]: 2 });
  });

  test('given in the contact’s details count, and stay while a form hides them', async () => {
    const { agent } = company.people;
    const { form, smoker, packs } = await aSmokerForm();
    const id = await aContactOf(agent);
    await agent.call(updateContact, { params: { id }, body: { custom_fields: { [packs]: 1 } } });
    expect(await view(agent, id, form)).toMatchObject({ state: 'not_started' });
    await answer(agent, id, form, { [smoker]: false });
    expect(await view(agent, id, form)).toMatchObject({ state: 'complete', answers: { [packs]: 1 } });
  });

  test.each(['contact', 'form'])('of an older %s are refused with both versions, and nothing is lost', async (changed) => {
    const { admin, agent } = company.people;
    const { form, smoker, packs, remark } = await aSmokerForm();
    const id = await aContactOf(agent);
    const { version } = await view(agent, id, form);
    if (changed === 'contact') await answer(admin, id, form, { [remark]: 'Theirs' }, version);
    else await admin.call(updateCaptureForm, { params: { id: form.id }, body: { name: `More ${form.name}` } });
    const current = changed === 'contact' ? { answers: { [remark]: 'Theirs' } } : { name: `More ${form.name}` };
    const refused = await answer(agent, id, form, { [remark]: 'Mine', [smoker]: true }, version).catch((error) => error);
    expect(refused).toMatchObject({
      code: 'data_capture.stale',
      problem: { data: { current, yours: { form_id: form.id, answers: { [remark]: 'Mine', [smoker]: true } } } },
    });
    const fresh = refused.problem.data.current.version;
    await agent.call(updateContact, { params: { id }, body: { city: 'Miami' } }); // no answer of this form
    await answer(agent, id, form, { [remark]: 'Mine', [packs]: 1, [smoker]: true }, fresh);
    expect(await view(agent, id, form)).toMatchObject({ answers: { [remark]: 'Mine' }, state: 'complete' });
  });

  test('given in an import count', async () => {
    const { agent } = company.people;
    const { form, smoker, packs } = await aSmokerForm();
    const draft = await drop(agent, `First name,Last name,Smoker,Packs\nRosa,${crypto.randomUUID()},yes,2\nTom,Boyd,yes,\n`);
    const fields = ['first_name', 'last_name', `custom:${smoker}`, `custom:${packs}`] as const;
    await importDraft(agent, draft, {
      fields: draft.fields.map(({ column, heading }) => ({ column, heading, field: fields[column] ?? null })),
    });
    const search = [{ field: 'import', operator: 'any_of' as const, value: [draft.id] }];
    const { data } = await agent.call(listContacts, { body: { contacts_scope: { search } } });
    const states = await Promise.all(data.map(async ({ id, first_name }) => [first_name, (await view(agent, id, form)).state]));
    expect(Object.fromEntries(states)).toEqual({ Rosa: 'complete', Tom: 'incomplete' });
  });

  test('that do not fit are refused by their field', async () => {
    const { agent } = company.people;
    const { form, smoker, remark } = await aSmokerForm();
    const [id, other] = [await aContactOf(agent), await aField('text')];
    const refused = (field: number) => ({
      status: 422,
      problem: { errors: { [`data_captures.0.answers.${field}`]: [expect.any(String)] } },
    });
    await expect(answer(agent, id, form, { [smoker]: 'yes' })).rejects.toMatchObject(refused(smoker));
    await expect(answer(agent, id, form, { [remark]: 'a\0b' })).rejects.toMatchObject(refused(remark));
    await expect(answer(agent, id, form, { [other]: 'x' })).rejects.toMatchObject(refused(other));
    expect((await view(agent, id, form)).history).toEqual([]);
  });

  test('are one entry of the timeline; the same answers again are none', async () => {
    const { agent } = company.people;
    const { form, smoker, remark } = await aSmokerForm();
    const id = await aContactOf(agent);
    for (let time = 0; time < 2; time++) await answer(agent, id, form, { [smoker]: false, [remark]: 'Once' });
    const { data } = await agent.call(listContactTimeline, { params: { id }, query: {} });
    expect(data).toMatchObject([{ action: 'captured' }]);
    expect(data[0]?.changes).toEqual(
      expect.arrayContaining([
        { field: 'capture_form', before: null, after: form.name, restorable: false },
        { field: `custom:${remark}`, before: null, after: 'Once', restorable: true },
      ]),
    );
  });

  test('are for users who reach the contact', async () => {
    const { agent, agent2 } = company.people;
    const { form, smoker } = await aSmokerForm();
    const id = await aContactOf(agent);
    await expect(view(agent2, id, form)).rejects.toMatchObject({ status: 404 });
    await expect(answer(agent2, id, form, { [smoker]: true })).rejects.toMatchObject({ status: 404 });
  });

  test('follow a merge with their history, and come back with its undo', async () => {
    const { agent } = company.people;
    const { form, smoker } = await aSmokerForm();
    const [id, other] = [await aContactOf(agent), await aContactOf(agent)];
    await answer(agent, other, form, { [smoker]: false });
    const { merge_id } = await agent.call(mergeContacts, { body: { ids: [id, other], survivor_id: id } });
    expect(await view(agent, id, form)).toMatchObject({ state: 'complete', history: [{ actor: { id: agent.userId } }] });
    await agent.call(unmergeContacts, { params: { id: merge_id } });
    expect(await view(agent, id, form)).toMatchObject({ state: 'not_started', history: [] });
    expect((await view(agent, other, form)).history).toHaveLength(1);
  });
});

describe('forms', () => {
  test('have fields once, and conditions on fields above', async () => {
    const [one, two] = [await aField('text'), await aField('text')];
    const when = (field_id: number) => ({ field_id, operator: 'is_not_empty' as const });
    const refused = { status: 422 };
    await expect(aForm([{ field_id: one }, { field_id: one }])).rejects.toMatchObject(refused);
    await expect(aForm([{ field_id: one, shown_when: when(two) }, { field_id: two }])).rejects.toMatchObject(refused);
    await expect(aForm([{ field_id: one, shown_when: when(one) }])).rejects.toMatchObject(refused);
    await expect(aForm([{ field_id: 999_999_999 }])).rejects.toMatchObject(refused);
    await aForm([{ field_id: one }, { field_id: two, shown_when: when(one) }]);
  });

  test('of an older version are refused', async () => {
    const { admin } = company.people;
    const { id, version } = await aForm([]);
    const save = (sections: CallOf<typeof updateCaptureForm>['body']['sections']) =>
      admin.call(updateCaptureForm, { params: { id }, body: { sections, version } });
    await save([{ title: 'Mine', fields: [] }]);
    await expect(save([{ title: 'Theirs', fields: [] }])).rejects.toMatchObject({ code: 'capture_forms.stale' });
  });

  test('that are archived cannot be answered; they keep their history', async () => {
    const { admin, agent } = company.people;
    const { form, smoker } = await aSmokerForm();
    const id = await aContactOf(agent);
    await answer(agent, id, form, { [smoker]: false });
    await admin.call(updateCaptureForm, { params: { id: form.id }, body: { active: false } });
    await expect(answer(agent, id, form, { [smoker]: true })).rejects.toMatchObject({ status: 404 });
    const { data, history } = await agent.call(getDataCapture, { params: { id } });
    expect(data.map(({ form_id }) => form_id)).not.toContain(form.id);
    expect(history).toMatchObject([{ form: { id: form.id } }]);
    expect((await agent.call(listCaptureForms, {})).data.map((each) => each.id)).not.toContain(form.id);
  });

  test('that were answered are deleted only on purpose; the contact keeps the answers', async () => {
    const { admin, agent } = company.people;
    const { form, smoker } = await aSmokerForm();
    const id = await aContactOf(agent);
    await answer(agent, id, form, { [smoker]: false });
    const { data } = await admin.call(listAdminCaptureForms, { query: { counts: true } });
    expect(data.find((each) => each.id === form.id)).toMatchObject({ used: 1 });
    const at = { params: { id: form.id } };
    await expect(admin.call(deleteCaptureForm, { ...at, query: {} })).rejects.toMatchObject({ code: 'lookups.in_use' });
    await admin.call(deleteCaptureForm, { ...at, query: { with_values: true } });
    const contact = await agent.call(getContact, { params: { id }, query: {} });
    expect(contact.custom_fields).toEqual({ [smoker]: false });
    expect((await agent.call(getDataCapture, { params: { id } })).history).toEqual([]);
  });

  test('keep their custom fields from being deleted', async () => {
    const { admin } = company.people;
    const field = await aField('text');
    const form = await aForm([{ field_id: field }], 'The form of the field');
    const remove = () => admin.call(deleteCustomField, { params: { id: field }, query: { with_values: true } });
    await expect(remove()).rejects.toMatchObject({
      code: 'custom_fields.in_form',
      problem: { detail: expect.stringContaining('“The form of the field”') },
    });
    await admin.call(updateCaptureForm, { params: { id: form.id }, body: { sections: [] } });
    await remove();
  });

  test('keep the choices that their conditions name', async () => {
    const { admin } = company.people;
    const [plan, wish] = [await aField('choice', ['A', 'B', 'G']), await aField('text')];
    const shown_when = { field_id: plan, operator: 'any_of' as const, values: ['G'] };
    const form = await aForm([{ field_id: plan }, { field_id: wish, shown_when }], 'The form of the choice');
    const choose = (...choices: string[]) => admin.call(updateCustomField, { params: { id: plan }, body: { choices } });
    await expect(choose('A', 'Plan G')).rejects.toMatchObject({
      code: 'custom_fields.in_form',
      problem: { detail: expect.stringMatching(/“G”.*“The form of the choice”/) },
    });
    expect(await choose('A', 'G')).toMatchObject({ choices: ['A', 'G'] });
    await admin.call(updateCaptureForm, { params: { id: form.id }, body: { sections: [] } });
    expect(await choose('A')).toMatchObject({ choices: ['A'] });
  });

  test('that change are in the audit log with what changed of them', async () => {
    const { admin } = company.people;
    const { form, smoker, packs } = await aSmokerForm();
    const fields = [
      { field_id: smoker, required: true },
      { field_id: packs, required: true, help: 'Ask kindly' },
    ];
    await admin.call(updateCaptureForm, { params: { id: form.id }, body: { sections: [{ title: 'Habits', fields }] } });
    const { data } = await admin.call(listAuditEntries, {
      query: { action: 'capture_forms.changed', of_type: 'capture_form', of_id: form.id },
    });
    expect(data[0]?.after).toMatchObject({
      sections: [expect.stringMatching(/^Habits: boolean .*, number /)],
      help: [expect.stringMatching(/^number .*: Ask kindly$/)],
      conditions: [],
    });
    expect(data[0]?.after).not.toHaveProperty('name');
  });
});

describe('the list', () => {
  const found = async (
    client: Client,
    field: string,
    operator: FilterOperator,
    value: string | string[] | number | null = null,
  ) => {
    const { data } = await client.call(listContacts, {
      body: { contacts_scope: { search: [{ field, operator, value }], limit: 100 } },
    });
    return data.map(({ id }) => id).sort((a, b) => a - b);
  };

  test('is filtered by how far a form is answered, and when', async () => {
    const agent = company.people.agent2;
    const { form, smoker, packs } = await aSmokerForm();
    const [none, part, whole] = [await aContactOf(agent), await aContactOf(agent), await aContactOf(agent)];
    await answer(agent, part, form, { [smoker]: true });
    await answer(agent, whole, form, { [smoker]: true, [packs]: 1 });
    const by = (operator: FilterOperator, ...states: string[]) => found(agent, `capture:${form.id}`, operator, states);
    expect(await by('any_of', 'not_started')).toEqual([none]);
    expect(await by('any_of', 'incomplete')).toEqual([part]);
    expect(await by('any_of', 'complete')).toEqual([whole]);
    expect(await by('any_of', 'complete', 'not_started')).toEqual([none, whole]);
    expect(await by('none_of', 'complete')).toEqual([none, part]);
    // A stored view keeps its filter when the form is archived.
    await company.people.admin.call(updateCaptureForm, { params: { id: form.id }, body: { active: false } });
    expect(await by('any_of', 'complete')).toEqual([whole]);
    await expect(by('any_of', 'done')).rejects.toMatchObject({ status: 422 });
    await expect(found(agent, `capture:${form.id}`, 'contains', 'complete')).rejects.toMatchObject({ status: 422 });
    const answered = (operator: FilterOperator, value: string | number | null = null) =>
      found(agent, `captured:${form.id}`, operator, value);
    expect(await answered('is_empty')).toEqual([none]);
    expect(await answered('in_last', 2)).toEqual([part, whole]);
    expect(await answered('before', '2020-01-01')).toEqual([]);
    expect(await answered('after', '2020-01-01')).toEqual([part, whole]);
  });
});
