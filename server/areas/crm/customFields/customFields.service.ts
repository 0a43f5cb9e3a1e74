// A company's own contact fields, and their typed values.
import { sql } from 'kysely';
import type { CustomField, CustomFieldCreate, CustomFieldUpdate, CustomFieldValue } from '#contract/customFields.ts';
import { Day } from '#contract/kit/endpoint.ts';
import type { Tx } from '#kernel/context.ts';
import { hasCode } from '#kernel/db/database.ts';
import { fail } from '#kernel/errors.ts';

const maxFields = 200;

export async function listCustomFields(tx: Tx): Promise<{ data: CustomField[] }> {
  const rows = await tx.db
    .selectFrom('custom_fields')
    .select(['id', 'name', 'type', 'choices', 'position'])
    .where('company_id', '=', tx.companyId)
    .orderBy('position')
    .orderBy('id')
    .limit(maxFields)
    .execute();
  return { data: rows as CustomField[] };
}

export async function createCustomField(tx: Tx, { name, type, choices }: CustomFieldCreate): Promise<CustomField> {
  const { data: fields } = await listCustomFields(tx);
  if (fields.length >= maxFields)
    throw fail('invalid', { errors: { base: [`A company can have ${maxFields} fields of its own`] } });
  const position = (fields.at(-1)?.position ?? -1) + 1;
  const row = await tx.db
    .insertInto('custom_fields')
    .values({ company_id: tx.companyId, name, type, choices: type === 'choice' ? [...new Set(choices)] : [], position })
    .returning(['id', 'name', 'type', 'choices', 'position'])
    .executeTakeFirstOrThrow()
    .catch(nameTaken);
  tx.tell({ event: 'reference.changed' }, { to: 'reference.read' });
  return row as CustomField;
}

export async function updateCustomField(
  tx: Tx,
  id: number,
  { name, choices, position }: CustomFieldUpdate,
): Promise<CustomField> {
  const row = await tx.db
    .updateTable('custom_fields')
    .set({
      name: name ?? sql.ref('name'),
      choices: choices
        ? sql<string[]>`case when type = 'choice' then ${[...new Set(choices)]}::text[] else choices end`
        : sql.ref('choices'),
    })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .returning(['id', 'name', 'type', 'choices', 'position'])
    .executeTakeFirst()
    .catch(nameTaken);
  if (!row) throw fail('not_found');
  const place = position === undefined ? row.position : await moveTo(tx, id, position);
  tx.tell({ event: 'reference.changed' }, { to: 'reference.read' });
  return { ...row, position: place } as CustomField;
}

/** The others close up behind it and make room for it. Answers its place. */
async function moveTo(tx: Tx, id: number, position: number): Promise<number> {
  const { data: fields } = await listCustomFields(tx);
  const ids = fields.map((field) => field.id).filter((other) => other !== id);
  ids.splice(position, 0, id);
  await sql`
    update custom_fields f set position = o.place - 1 from unnest(${ids}::bigint[]) with ordinality o (id, place)
    where f.company_id = ${tx.companyId} and f.id = o.id`.execute(tx.db);
  return ids.indexOf(id);
}

export async function deleteCustomField(tx: Tx, id: number): Promise<void> {
  const gone = await tx.db
    .deleteFrom('custom_fields')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (gone.numDeletedRows === 0n) throw fail('not_found');
  tx.tell({ event: 'reference.changed' }, { to: 'reference.read' });
}

/** Writes a contact's values; null clears one. Answers what changed, by `custom:<id>`, for the journal. */
export async function setFieldValues(tx: Tx, contactId: number, values: Record<string, CustomFieldValue>) {
  const { data: fields } = await listCustomFields(tx);
  const typed = Object.entries(values).map(([id, value]) => ({ id: Number(id), value: typedValue(fields, id, value) }));
  const stored = await tx.db
    .selectFrom('contact_field_values')
    .select(['field_id', 'text_value', 'number_value', 'date_value', 'boolean_value'])
    .where('company_id', '=', tx.companyId)
    .where('contact_id', '=', contactId)
    .execute();
  const old = new Map(
    stored.map((row) => [row.field_id, row.text_value ?? row.number_value ?? row.date_value ?? row.boolean_value]),
  );
  const changed = typed.filter(({ id, value }) => (old.get(id) ?? null) !== plainValue(value));
  const before = Object.fromEntries(changed.map(({ id }) => [`custom:${id}`, old.get(id) ?? null]));
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

interface TypedValue {
  text_value: string | null;
  number_value: number | null;
  date_value: string | null;
  boolean_value: boolean | null;
}
const none: TypedValue = { text_value: null, number_value: null, date_value: null, boolean_value: null };

const plainValue = (value: TypedValue | null): CustomFieldValue =>
  value ? (value.text_value ?? value.number_value ?? value.date_value ?? value.boolean_value) : null;

function typedValue(fields: CustomField[], id: string, value: CustomFieldValue): TypedValue | null {
  const refuse = (text: string) => fail('invalid', { errors: { [`custom_fields.${id}`]: [text] } });
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

function nameTaken(error: unknown): never {
  if (hasCode(error, '23505'))
    throw fail('custom_fields.name_taken', { errors: { name: ['A field with this name exists already'] } });
  throw error;
}
