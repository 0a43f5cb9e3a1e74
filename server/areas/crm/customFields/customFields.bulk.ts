// Custom fields of many contacts in one statement, by the keys that the journal uses: `custom:<id>`.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#kernel/context.ts';

type Company = Pick<Tx, 'companyId'>;

const value = sql`coalesce(to_jsonb(v.text_value), to_jsonb(v.number_value), to_jsonb(v.date_value), to_jsonb(v.boolean_value))`;

/** The values of the contact with this id, as one object. */
export const valuesOf = ({ companyId }: Company, contactId: RawBuilder<unknown>) => sql`coalesce((
  select jsonb_object_agg('custom:' || v.field_id, ${value}) from contact_field_values v
  where v.company_id = ${companyId} and v.contact_id = ${contactId}), '{}')`;

/**
 * Parts of a WITH that write values. `rows`: a query of `id` (the contact), `key` and `value`, as JSON;
 * null clears.
 */
export const writeValues = ({ companyId }: Company, rows: RawBuilder<unknown>) => sql`
  custom as (${rows}),
  cleared as (
    delete from contact_field_values v using custom n
    where v.company_id = ${companyId} and v.contact_id = n.id and v.field_id = substring(n.key, 8)::bigint and n.value = 'null'
    returning v.contact_id
  ),
  stored as (
    insert into contact_field_values (company_id, contact_id, field_id, text_value, number_value, date_value, boolean_value)
    select ${companyId}::bigint, n.id, f.id,
      case when f.type in ('text', 'choice') then n.value #>> '{}' end, case when f.type = 'number' then (n.value #>> '{}')::float8 end,
      case when f.type = 'date' then (n.value #>> '{}')::date end, case when f.type = 'boolean' then (n.value #>> '{}')::boolean end
    from custom n join custom_fields f on f.company_id = ${companyId} and f.id = substring(n.key, 8)::bigint where n.value <> 'null'
    on conflict (company_id, contact_id, field_id) do update set text_value = excluded.text_value,
      number_value = excluded.number_value, date_value = excluded.date_value, boolean_value = excluded.boolean_value
    returning contact_id
  )`;
