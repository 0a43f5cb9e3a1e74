// A company's own contact fields, and their typed values.
import { sql } from 'kysely';
import type { CustomField, CustomFieldCreate, CustomFieldUpdate, CustomFieldValue } from '#contract/customFields.ts';
import { Day } from '#contract/kit/endpoint.ts';
import { audit } from '#kernel/audit.ts';
import type { Tx } from '#kernel/context.ts';
import { lookup } from '#kernel/db/lookup.ts';
import { fail, wrong } from '#kernel/errors.ts';

export { valuesOf, writeValues } from './customFields.bulk.ts';

export const customFields = lookup<CustomField>({
  table: 'custom_fields',
  name: 'name',
  columns: sql`t.id, t.name, t.type, t.choices, t.position`,
  order: sql`t.position`,
  uses: [{ count: countValues, move: async () => 0 }],
  permission: 'custom_fields.manage',
});

export const listCustomFields = async (tx: Tx) => ({ data: await customFields.all(tx) });

export const createCustomField = (tx: Tx, { name, type, choices }: CustomFieldCreate) =>
  customFields.create(tx, { name, type, choices: type === 'choice' ? [...new Set(choices)] : [] });

/** Choices of a field of another type stay none. */
export async function updateCustomField(tx: Tx, id: number, { choices, ...values }: CustomFieldUpdate): Promise<CustomField> {
  if (choices) await mustKeepNamedChoices(tx, id, choices);
  return customFields.update(tx, id, {
    ...values,
    choices: choices && sql`case when type = 'choice' then ${[...new Set(choices)]}::text[] else choices end`,
  });
}

/** A condition of a form that names a choice which is gone would never come true. */
async function mustKeepNamedChoices(tx: Tx, id: number, choices: readonly string[]): Promise<void> {
  const { choices: stored } = await customFields.get(tx, id);
  const gone = stored.filter((choice) => !choices.includes(choice));
  if (gone.length === 0) return;
  const { rows } = await sql<{ choice: string; name: string }>`
    select distinct value #>> '{}' as choice, f.name from capture_forms f
    cross join jsonb_path_query(f.sections, '$[*].fields[*].shown_when ? (@.field_id == $id).values[*]', jsonb_build_object('id', ${id}::bigint)) value
    where f.company_id = ${tx.companyId} and value #>> '{}' = any(${gone}::text[]) order by f.name, choice limit 1`.execute(
    tx.db,
  );
  const [named] = rows;
  if (named)
    throw fail('custom_fields.in_form', {
      detail: `“${named.choice}” decides what the form “${named.name}” shows. Change the form first.`,
    });
}

export async function deleteCustomField(tx: Tx, id: number, { with_values }: { with_values: boolean }): Promise<void> {
  const { name, type } = await customFields.get(tx, id);
  await mustBeInNoForm(tx, id);
  const values = (await countValues(tx, id)).get(id) ?? 0;
  await (with_values ? customFields.drop(tx, id) : customFields.remove(tx, id));
  await audit(tx, { action: 'custom_fields.deleted', of: { type: 'custom_field', id }, before: { name, type, values } });
}

/** A form without the field would lose a question, and the conditions that name it. */
async function mustBeInNoForm(tx: Tx, id: number): Promise<void> {
  const holder = JSON.stringify([{ fields: [{ field_id: id }] }]);
  const { rows } = await sql<{ name: string }>`
    select name from capture_forms where company_id = ${tx.companyId} and sections @> ${holder}::jsonb order by position, id`.execute(
    tx.db,
  );
  const names = rows.map(({ name }) => `“${name}”`).join(', ');
  if (names)
    throw fail('custom_fields.in_form', {
      detail: `This field is in ${rows.length === 1 ? 'the form' : 'the forms'} ${names}. Take it out of there first.`,
    });
}

async function countValues(tx: Tx, id?: number): Promise<Map<number, number>> {
  const wanted = id === undefined ? sql`true` : sql`field_id = ${id}`;
  const { rows } = await sql<{ id: number; count: number }>`
    select field_id as id, count(*) from contact_field_values where company_id = ${tx.companyId} and ${wanted} group by field_id`.execute(
    tx.db,
  );
  return new Map(rows.map((row) => [row.id, row.count]));
}

/** A contact's values by the id of the field. */
export async function listFieldValues(tx: Tx, contactId: number): Promise<Record<string, CustomFieldValue>> {
  const stored = await tx.db
    .selectFrom('contact_field_values')
    .select(['field_id', 'text_value', 'number_value', 'date_value', 'boolean_value'])
    .where('company_id', '=', tx.companyId)
    .where('contact_id', '=', contactId)
    .execute();
  return Object.fromEntries(
    stored.map((row) => [row.field_id, row.text_value ?? row.number_value ?? row.date_value ?? row.boolean_value]),
  );
}

/**
 * Writes a contact's values; null clears one. Answers what changed, by `custom:<id>`, for the journal.
 * `path`: of the values in the call, for its errors.
 */
export async function setFieldValues(
  tx: Tx,
  contactId: number,
  values: Record<string, CustomFieldValue>,
  path = 'custom_fields',
) {
  const typed = await typedValues(tx, values, path);
  const old = await listFieldValues(tx, contactId);
  const changed = typed.filter(({ id, value }) => (old[id] ?? null) !== plainValue(value));
  const before = Object.fromEntries(changed.map(({ id }) => [`custom:${id}`, old[id] ?? null]));
  const after = Object.fromEntries(changed.map(({ id, value }) => [`custom:${id}`, plainValue(value)]));
  const cleared = changed.filter(({ value }) => value === null).map(({ id }) => id);
  const written = changed.flatMap(({ id, value }) =>
    value === null ? [] : [{ company_id: tx.companyId, contact_id: contactId, field_id: id, ...value }],
  );
  if (cleared.length > 0) {
    await tx.db
      .deleteFrom('contact_field_values')
      .where('company_id', '=', tx.companyId)
      .where('contact_id', '=', contactId)
      .where('field_id', 'in', cleared)
      .execute();
  }
  if (written.length > 0) {
    await tx.db
      .insertInto('contact_field_values')
      .values(written)
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'contact_id', 'field_id']).doUpdateSet((eb) => ({
          text_value: eb.ref('excluded.text_value'),
          number_value: eb.ref('excluded.number_value'),
          date_value: eb.ref('excluded.date_value'),
          boolean_value: eb.ref('excluded.boolean_value'),
        })),
      )
      .execute();
  }
  return { before, after };
}

/** By `custom:<id>`, as the journal has them; refuses a value that does not fit its field. */
export async function plainValues(tx: Tx, values: Record<string, CustomFieldValue>): Promise<Record<string, CustomFieldValue>> {
  return Object.fromEntries(
    (await typedValues(tx, values, 'custom_fields')).map(({ id, value }) => [`custom:${id}`, plainValue(value)]),
  );
}

async function typedValues(tx: Tx, values: Record<string, CustomFieldValue>, path: string) {
  const { data: fields } = await listCustomFields(tx);
  return Object.entries(values).map(([id, value]) => ({ id: Number(id), value: typedValue(fields, id, value, path) }));
}

interface TypedValue {
  text_value: string | null;
  number_value: number | null;
  date_value: string | null;
  boolean_value: boolean | null;
}
const none: TypedValue = { text_value: null, number_value: null, date_value: null, boolean_value: null };

const plainValue = (value: TypedValue | null): CustomFieldValue =>
  value ? (value.text_value ?? value.number_value ?? value.date_value ?? value.boolean_value) : null;

function typedValue(fields: CustomField[], id: string, value: CustomFieldValue, path: string): TypedValue | null {
  const refuse = (text: string) => wrong(`${path}.${id}`, text);
  const field = fields.find((candidate) => candidate.id === Number(id));
  if (!field) throw refuse('This field does not exist');
  if (value === null || value === '') return null;
  switch (field.type) {
    case 'number':
      if (typeof value !== 'number') throw refuse('Enter a number');
      return { ...none, number_value: value };
    case 'boolean':
      if (typeof value !== 'boolean') throw refuse('Choose yes or no');
      return { ...none, boolean_value: value };
    case 'date':
      if (typeof value !== 'string' || !Day.safeParse(value).success) throw refuse('Choose a day');
      return { ...none, date_value: value };
    case 'choice':
      if (typeof value !== 'string' || !field.choices.includes(value)) throw refuse('Choose from the list');
      return { ...none, text_value: value };
    default:
      if (typeof value !== 'string' || value.includes('\0')) throw refuse('Enter some text');
      return { ...none, text_value: value };
  }
}
