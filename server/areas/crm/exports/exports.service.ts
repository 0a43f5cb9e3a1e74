// A selection of contacts as a file. The ids are chosen at once, the rows are read in pages as the file is sent: no long
// snapshot holds the database up. A contact that is deleted or leaves the actor's reach meanwhile is left out.
import { sql } from 'kysely';
import { chosenBy, contactOrder, inReach, limitSearch } from '#areas/crm/contacts/contacts.service.ts';
import { listCustomFields } from '#areas/crm/customFields/customFields.service.ts';
import { reachOfActor, zoneOfActor } from '#areas/identity/users/users.service.ts';
import type { CustomField } from '#contract/customFields.ts';
import {
  type ExportColumn,
  type exportContacts as ExportContacts,
  exportColumns,
  type exportFormats,
  exportLimit,
} from '#contract/exports.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import { audit } from '#kernel/audit.ts';
import { type Ctx, inTenant, readPage, type Tx } from '#kernel/context.ts';
import { allOf } from '#kernel/db/sql.ts';
import { fail, wrong } from '#kernel/errors.ts';
import type { Download } from '#kernel/http/downloads.ts';
import { spreadsheetOf, spreadsheetTypes } from '#tables/spreadsheet.ts';
import { cellsOf, type ExportedContact } from './exports.cells.ts';

type Wanted = InputOf<typeof ExportContacts>['body'];

const pageSize = 1_000;

export async function exportContacts(ctx: Ctx, format: (typeof exportFormats)[number], wanted: Wanted): Promise<Download> {
  const { ids, columns, ...chosen } = await inTenant(ctx, async (tx) => {
    const columns = headingsOf(wanted.columns, (await listCustomFields(tx)).data);
    const ids = await idsOf(tx, wanted);
    const after = { contacts: ids.length, format, columns: columns.map(({ label }) => label) };
    await audit(tx, { action: 'contacts.exported', of: { type: 'company', id: tx.companyId }, after });
    return { ids, columns, zone: await zoneOfActor(tx), at: tx.clock() };
  });
  const rows = async function* () {
    for (let at = 0; at < ids.length; at += pageSize) {
      const page = await readPage(ctx, (tx) => readContacts(tx, ids.slice(at, at + pageSize), chosen));
      for (const contact of page) yield cellsOf(contact);
    }
  };
  return { name: `contacts.${format}`, type: spreadsheetTypes[format], content: spreadsheetOf(format, columns, rows()) };
}

function headingsOf(wanted: ExportColumn[] | undefined, custom: CustomField[]): { key: ExportColumn; label: string }[] {
  const labels = new Map<string, string>([
    ...Object.entries(exportColumns),
    ...custom.map(({ id, name }) => [`custom:${id}`, name] as const),
  ]);
  const keys = wanted ? [...new Set(wanted)] : ([...labels.keys()] as ExportColumn[]);
  return keys.map((key) => {
    const label = labels.get(key);
    if (label === undefined) throw wrong('columns', 'A chosen field was deleted. Choose the columns again.');
    return { key, label };
  });
}

async function idsOf(tx: Tx, { columns, ...selection }: Wanted): Promise<number[]> {
  await limitSearch(tx);
  const { conditions, reach } = await chosenBy(tx, selection);
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(array_agg(m.id order by m.ordinal), '{}') as ids
    from (select c.id, row_number() over (order by ${contactOrder(tx, selection.contacts_scope, reach)}) as ordinal
      from contacts c where ${allOf(conditions)} limit ${exportLimit + 1}) m`.execute(tx.db);
  const ids = rows[0]?.ids ?? [];
  if (ids.length > exportLimit) throw fail('exports.too_many');
  return ids;
}

/** In the order of the ids; days as the actor's clock has them. Chosen may be deleted ones: `at` says since when. */
export async function readContacts(tx: Tx, ids: number[], { zone, at }: { zone: string; at: Date }): Promise<ExportedContact[]> {
  const { rows } = await sql<ExportedContact>`
    select c.id, c.kind, c.first_name, c.middle_name, c.last_name, c.suffix, c.preferred_name, c.organization, c.occupation,
      c.birth_date::text, c.gender, c.language, c.marital_status, c.tobacco_user, c.phones, c.emails, c.address, c.address_2, c.city,
      c.state, c.zip_code, c.county, c.timezone, c.note, c.do_not_call, c.do_not_text, c.do_not_email, c.do_not_mail,
      c.medicare_part_a::text, c.medicare_part_b::text, c.medicare_plan,
      s.title as status, f.title as agentflow_status, o.title as source, k.title as category,
      trim(u.first_name || ' ' || u.last_name) as owner, p.name as pool,
      (select string_agg(t.name, ', ' order by t.key) from tags t where t.company_id = ${tx.companyId} and t.id = any(c.tags)) as tags,
      (select min(y.renewal_date)::text from policies y where y.company_id = ${tx.companyId} and y.contact_id = c.id
        and y.status = 'in_force' and y.deleted_at is null) as next_renewal,
      (c.last_activity_at at time zone ${zone})::date::text as last_activity,
      (c.created_at at time zone ${zone})::date::text as created_at, (c.updated_at at time zone ${zone})::date::text as updated_at,
      coalesce((select json_object_agg('custom:' || v.field_id,
          coalesce(v.text_value, v.number_value::text, v.date_value::text, case v.boolean_value when true then 'Yes' else 'No' end))
        from contact_field_values v where v.company_id = ${tx.companyId} and v.contact_id = c.id), '{}') as custom
    from contacts c
    left join statuses s on s.company_id = ${tx.companyId} and s.id = c.status_id
    left join agentflow_statuses f on f.company_id = ${tx.companyId} and f.id = c.agentflow_status_id
    left join sources o on o.company_id = ${tx.companyId} and o.id = c.source_id
    left join categories k on k.company_id = ${tx.companyId} and k.id = c.category_id
    left join users u on u.company_id = ${tx.companyId} and u.id = c.owner_id
    left join pools p on p.company_id = ${tx.companyId} and p.id = c.pool_id
    where c.company_id = ${tx.companyId} and c.id = any(${ids}::bigint[]) and ${inReach(await reachOfActor(tx))}
      and (c.deleted_at is null or c.deleted_at <= ${at.toISOString()})
    order by array_position(${ids}::bigint[], c.id)`.execute(tx.db);
  return rows;
}
