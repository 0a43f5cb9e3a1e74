// Answers of a contact to the company's forms. An answer is the contact's value of a custom field; each save is a row of contact_captures.
import { createHash } from 'node:crypto';
import { listActiveForms } from '#areas/crm/captureForms/captureForms.service.ts';
import {
  getContactById,
  journal,
  lockContact,
  mustAllowUpdate,
  tellChanged,
  updateContactColumns,
} from '#areas/crm/contacts/contacts.service.ts';
import { listFieldValues, setFieldValues } from '#areas/crm/customFields/customFields.service.ts';
import type { CaptureForm } from '#contract/captureForms.ts';
import { type Answers, answerOf, fieldsOfForm, progressOf } from '#contract/captureProgress.ts';
import type { CustomFieldValue } from '#contract/customFields.ts';
import type { DataCapture, updateDataCapture } from '#contract/dataCapture.ts';
import type { AnswerOf, InputOf } from '#contract/kit/endpoint.ts';
import type { Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { lastAnswered, listEntries } from './dataCapture.lists.ts';

type Given = InputOf<typeof updateDataCapture>['body']['data_captures'][number];

export async function getDataCapture(tx: Tx, contactId: number): Promise<AnswerOf<typeof updateDataCapture>> {
  const { id, custom_fields } = await getContactById(tx, contactId);
  const [forms, last] = [await listActiveForms(tx), await lastAnswered(tx, id)];
  return {
    data: forms.map((form) => ({ ...present(form, custom_fields), answered_at: last.get(form.id) ?? null })),
    history: await listEntries(tx, id),
  };
}

/** Also a part of a form can be saved: an agent is interrupted by calls. */
export async function saveAnswers(tx: Tx, contactId: number, captures: readonly Given[]) {
  const contact = await lockContact(tx, contactId);
  mustAllowUpdate(tx, contact);
  const forms = await listActiveForms(tx);
  let isChanged = false;
  for (const [place, given] of captures.entries()) {
    const form = forms.find(({ id }) => id === given.form_id);
    if (!form) throw fail('not_found');
    const others = new Set(
      forms
        .filter((other) => other !== form)
        .flatMap(fieldsOfForm)
        .map(({ field_id }) => field_id),
    );
    isChanged = (await saveForm(tx, contactId, { form, others }, given, `data_captures.${place}.answers`)) || isChanged;
  }
  if (isChanged) {
    await updateContactColumns(tx, contactId, {});
    await tellChanged(tx, contactId, contact);
  }
  return getDataCapture(tx, contactId);
}

/** `others`: the fields of the other forms. */
interface Asked {
  form: CaptureForm;
  others: ReadonlySet<number>;
}

/** Answers whether anything changed. */
async function saveForm(tx: Tx, contactId: number, asked: Asked, given: Given, path: string): Promise<boolean> {
  const { form } = asked;
  const stored = await listFieldValues(tx, contactId);
  const current = present(form, stored);
  if (given.version !== undefined && given.version !== current.version) {
    const answered_at = (await lastAnswered(tx, contactId)).get(form.id) ?? null;
    throw fail('data_capture.stale', {
      data: { current: { ...current, answered_at }, yours: { form_id: form.id, answers: given.answers } },
    });
  }
  const values = shownAnswers(asked, stored, current.shown, given.answers, path);
  const { before, after } = await setFieldValues(tx, contactId, values, path);
  if (Object.keys(after).length === 0) return false;
  await tx.db
    .insertInto('contact_captures')
    .values({
      company_id: tx.companyId,
      contact_id: contactId,
      form_id: form.id,
      actor_id: tx.actor.userId,
      impersonator_id: tx.actor.impersonatorId,
      before: JSON.stringify(byId(before)),
      after: JSON.stringify(byId(after)),
    })
    .execute();
  await journal(tx, { contactId, action: 'captured', before, after: { capture_form: form.name, ...after } });
  return true;
}

/** An answer of a hidden field is not stored; one that these answers hide is cleared, unless another form has the field. */
function shownAnswers({ form, others }: Asked, stored: Answers, shownBefore: readonly number[], given: Answers, path: string) {
  const fields = fieldsOfForm(form);
  const unknown = Object.keys(given).find((id) => !fields.some(({ field_id }) => field_id === Number(id)));
  if (unknown) throw wrong(`${path}.${unknown}`, 'The form does not have this field');
  const shown = new Set(progressOf(fields, { ...stored, ...given }).shown);
  const values: Record<string, CustomFieldValue> = {};
  for (const { field_id } of fields) {
    const answer = given[field_id];
    if (shown.has(field_id) && answer !== undefined) values[field_id] = answer;
    const isHidden = !shown.has(field_id) && shownBefore.includes(field_id) && !others.has(field_id);
    if (isHidden && answerOf(stored, field_id) !== null) values[field_id] = null;
  }
  return values;
}

function present(form: CaptureForm, values: Answers): Omit<DataCapture, 'answered_at'> {
  const fields = fieldsOfForm(form);
  const given = fields.flatMap(({ field_id }): [string, CustomFieldValue][] => {
    const answer = answerOf(values, field_id);
    return answer === null ? [] : [[String(field_id), answer]];
  });
  const { id, name, sections, version } = form;
  return {
    form_id: id,
    name,
    sections,
    answers: Object.fromEntries(given),
    ...progressOf(fields, values),
    version: createHash('sha256')
      .update(JSON.stringify([id, version, given]))
      .digest('base64url'),
  };
}

/** `custom:12`, as the journal names it, becomes `12`. */
const byId = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key.replace('custom:', ''), value]));
