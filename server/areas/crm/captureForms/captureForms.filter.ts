// How far a form is answered, as SQL over contacts `c`: what `progressOf` says of one contact (contract/captureProgress.ts).
import { type RawBuilder, sql } from 'kysely';
import type { CaptureForm } from '#contract/captureForms.ts';
import type { CaptureState, ProgressField } from '#contract/captureProgress.ts';
import { fieldsOfForm } from '#contract/captureProgress.ts';
import type { Tx } from '#kernel/context.ts';
import { allOf, type Condition } from '#kernel/db/sql.ts';

/** Contacts whose answers to the form are in one of these states. */
export function captureCondition({ companyId }: Tx, form: CaptureForm, states: readonly CaptureState[]): Condition {
  const fields = fieldsOfForm(form);
  const ids = fields.map(({ field_id }) => field_id);
  const shown = new Map<number, Condition>();
  for (const field of fields) shown.set(field.field_id, isShown(field, shown));
  const answered = fields.map(({ field_id }) => sql<boolean>`(${has(field_id)} and ${shown.get(field_id)})`);
  const required = fields
    .filter((field) => field.required)
    .map(({ field_id }) => sql<boolean>`(${has(field_id)} or not ${shown.get(field_id)})`);
  const started = answered.length > 0 ? sql<boolean>`(${sql.join(answered, sql` or `)})` : sql<boolean>`false`;
  const whole = required.length > 0 ? sql<boolean>`(${allOf(required)})` : sql<boolean>`true`;
  const tests: Record<CaptureState, Condition> = {
    not_started: sql`not ${started}`,
    incomplete: sql`(${started} and not ${whole})`,
    complete: sql`(${started} and ${whole})`,
  };
  const wanted = states.map((state) => tests[state]);
  if (wanted.length === 0) return sql`false`;
  // An index finds contacts with any answer; then each contact's answers are read once, by the key of their table.
  const candidates = states.includes('not_started')
    ? sql``
    : sql`c.id in (select v.contact_id from contact_field_values v where v.company_id = ${companyId} and v.field_id = any(${ids}::bigint[])) and `;
  return sql`(${candidates}(select ${sql.join(wanted, sql` or `)} from (
    select coalesce(jsonb_object_agg(v.field_id,
      coalesce(to_jsonb(v.text_value), to_jsonb(v.number_value), to_jsonb(v.date_value), to_jsonb(v.boolean_value))), '{}') as given
    from contact_field_values v where v.company_id = ${companyId} and v.contact_id = c.id and v.field_id = any(${ids}::bigint[])
      and v.text_value is distinct from '') a))`;
}

const answer = (fieldId: number): RawBuilder<unknown> => sql`a.given -> ${sql.lit(String(fieldId))}`;
const has = (fieldId: number): Condition => sql`a.given ? ${sql.lit(String(fieldId))}`;

/** The answer of a hidden field counts as none. */
function isShown({ shown_when: condition }: ProgressField, shown: ReadonlyMap<number, Condition>): Condition {
  if (!condition) return sql`true`;
  const { field_id, operator, values } = condition;
  const above = shown.get(field_id) ?? sql`true`;
  const given = sql<boolean>`(${has(field_id)} and ${above})`;
  if (operator === 'is_not_empty') return given;
  if (operator === 'is_empty') return sql`(not ${given})`;
  const chosen = sql<boolean>`(${given} and ${answer(field_id)} = any(array(select jsonb_array_elements(${JSON.stringify(values)}::jsonb))))`;
  return operator === 'any_of' ? chosen : sql`(not ${chosen})`;
}
