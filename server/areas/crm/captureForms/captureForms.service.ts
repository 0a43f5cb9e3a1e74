// Forms of custom fields: an ordered layout. The answers are the contacts' values of these fields.
import { sql } from 'kysely';
import { listCustomFields } from '#areas/crm/customFields/customFields.service.ts';
import type { CaptureForm, CaptureFormUpdate, CaptureSections } from '#contract/captureForms.ts';
import { fieldsOfForm } from '#contract/captureProgress.ts';
import type { CustomField } from '#contract/customFields.ts';
import type { LookupQuery } from '#contract/kit/crud.ts';
import { audit, changesOf } from '#kernel/audit.ts';
import type { Tx } from '#kernel/context.ts';
import { lookup } from '#kernel/db/lookup.ts';
import { fail, wrong } from '#kernel/errors.ts';

export { captureCondition } from './captureForms.filter.ts';

type StoredForm = Omit<CaptureForm, 'sections'> & { sections: CaptureSections };

const forms = lookup<StoredForm>({
  table: 'capture_forms',
  name: 'name',
  columns: sql`t.id, t.name, t.active, t.position, t.sections, t.version`,
  order: sql`t.position`,
  uses: [{ count: countAnswers, move: async () => 0 }],
  permission: 'capture_forms.manage',
});

export async function listForms(tx: Tx, query: LookupQuery) {
  const { data } = await forms.list(tx, query);
  const { data: fields } = await listCustomFields(tx);
  return { data: data.map((form) => ({ ...withFields(form, fields), used: form.used })) };
}

export async function listActiveForms(tx: Tx): Promise<CaptureForm[]> {
  const active = await forms.all(tx, sql`t.active`);
  const { data: fields } = await listCustomFields(tx);
  return active.map((form) => withFields(form, fields));
}

/** Also an archived one. */
export async function findForm(tx: Tx, id: number): Promise<CaptureForm | undefined> {
  const [form] = await forms.all(tx, sql`t.id = ${id}`);
  return form && withFields(form, (await listCustomFields(tx)).data);
}

export async function getForm(tx: Tx, id: number): Promise<CaptureForm> {
  return withFields(await forms.get(tx, id), (await listCustomFields(tx)).data);
}

export async function createForm(tx: Tx, name: string): Promise<CaptureForm> {
  const form = withFields(await forms.create(tx, { name }), []);
  await audit(tx, { action: 'capture_forms.created', of: { type: 'capture_form', id: form.id }, after: { name } });
  return form;
}

export async function updateForm(tx: Tx, id: number, { version, position, ...change }: CaptureFormUpdate): Promise<CaptureForm> {
  const { rows } = await sql`
    select from capture_forms where company_id = ${tx.companyId} and id = ${id} for update`.execute(tx.db);
  if (rows.length === 0) throw fail('not_found');
  const before = await getForm(tx, id);
  if (version !== undefined && version !== before.version) throw fail('capture_forms.stale');
  if (change.sections) await mustKnowFields(tx, change.sections);
  const isChanged = Object.values(change).some((value) => value !== undefined);
  await forms.update(tx, id, {
    ...change,
    sections: change.sections && JSON.stringify(change.sections),
    version: isChanged ? sql`version + 1` : undefined,
    position,
  });
  const after = await getForm(tx, id);
  if (isChanged) await auditChange(tx, before, after);
  return after;
}

export async function deleteForm(tx: Tx, id: number, { with_values }: { with_values: boolean }): Promise<void> {
  const { name } = await forms.get(tx, id);
  const answers = (await countAnswers(tx, id)).get(id) ?? 0;
  await (with_values ? forms.drop(tx, id) : forms.remove(tx, id));
  await audit(tx, { action: 'capture_forms.deleted', of: { type: 'capture_form', id }, before: { name, answers } });
}

async function auditChange(tx: Tx, before: CaptureForm, after: CaptureForm): Promise<void> {
  await audit(tx, {
    action: 'capture_forms.changed',
    of: { type: 'capture_form', id: after.id },
    ...changesOf(imageOf(before), imageOf(after)),
  });
}

function imageOf({ name, active, ...form }: CaptureForm) {
  const fields = fieldsOfForm(form);
  const nameOf = (id: number) => fields.find(({ field_id }) => field_id === id)?.name ?? '';
  return {
    name,
    active,
    sections: form.sections.map(({ title, fields: own }) => `${title}: ${own.map((field) => field.name).join(', ')}`),
    required: fields.flatMap((field) => (field.required ? field.name : [])),
    help: fields.flatMap((field) => (field.help ? `${field.name}: ${field.help}` : [])),
    conditions: fields.flatMap(({ name: of, shown_when: when }) =>
      when ? `${of}: ${nameOf(when.field_id)} ${when.operator} ${when.values.join(', ')}`.trim() : [],
    ),
  };
}

async function mustKnowFields(tx: Tx, sections: CaptureSections): Promise<void> {
  const known = new Set((await listCustomFields(tx)).data.map(({ id }) => id));
  if (sections.some(({ fields }) => fields.some(({ field_id }) => !known.has(field_id))))
    throw wrong('sections', 'One of these fields no longer exists');
}

/** A field that was deleted while somebody saved the form is left out, and so are the conditions that name it. */
function withFields({ sections, ...form }: StoredForm, customFields: readonly CustomField[]): CaptureForm {
  const known = new Map(customFields.map((field) => [field.id, field]));
  return {
    ...form,
    sections: sections.map(({ title, fields }) => ({
      title,
      fields: fields.flatMap((field) => {
        const custom = known.get(field.field_id);
        if (!custom) return [];
        const { name, type, choices } = custom;
        const shown_when = field.shown_when && known.has(field.shown_when.field_id) ? field.shown_when : null;
        return [{ ...field, name, type, choices, shown_when }];
      }),
    })),
  };
}

async function countAnswers(tx: Tx, id?: number): Promise<Map<number, number>> {
  const wanted = id === undefined ? sql`true` : sql`k.form_id = ${id}`;
  const { rows } = await sql<{ id: number; count: number }>`
    select k.form_id as id, count(distinct k.contact_id) from contact_captures k
    where k.company_id = ${tx.companyId} and ${wanted} group by k.form_id`.execute(tx.db);
  return new Map(rows.map((row) => [row.id, row.count]));
}
