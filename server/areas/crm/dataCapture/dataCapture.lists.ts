// The answers for a contact, the latest first.
import { sql } from 'kysely';
import { listCustomFields } from '#areas/crm/customFields/customFields.service.ts';
import type { Answers } from '#contract/captureProgress.ts';
import type { CaptureEntry } from '#contract/dataCapture.ts';
import type { Tx } from '#kernel/context.ts';

const maxEntries = 20;

export async function listEntries(tx: Tx, contactId: number): Promise<CaptureEntry[]> {
  const { rows } = await sql<Omit<CaptureEntry, 'changes'> & { before: Answers; after: Answers }>`
    select k.id, k.at, k.before, k.after, json_build_object('id', f.id, 'name', f.name) as form,
      ${personOf('u')} as actor, ${personOf('i')} as impersonator
    from contact_captures k
    join capture_forms f on f.company_id = ${tx.companyId} and f.id = k.form_id
    left join users u on u.company_id = ${tx.companyId} and u.id = k.actor_id
    left join users i on i.company_id = ${tx.companyId} and i.id = k.impersonator_id
    where k.company_id = ${tx.companyId} and k.contact_id = ${contactId}
    order by k.at desc, k.id desc limit ${maxEntries}`.execute(tx.db);
  const { data: fields } = await listCustomFields(tx);
  const place = (id: number) => fields.findIndex((field) => field.id === id);
  return rows.map(({ before, after, ...entry }) => ({
    ...entry,
    changes: Object.keys(after)
      .map(Number)
      .toSorted((a, b) => place(a) - place(b))
      .map((id) => ({
        field_id: id,
        name: fields[place(id)]?.name ?? null,
        before: before[id] ?? null,
        after: after[id] ?? null,
      })),
  }));
}

/** When each form was answered last, by its id. */
export async function lastAnswered(tx: Tx, contactId: number): Promise<Map<number, string>> {
  const { rows } = await sql<{ form_id: number; at: string }>`
    select k.form_id, max(k.at) as at from contact_captures k
    where k.company_id = ${tx.companyId} and k.contact_id = ${contactId} group by k.form_id`.execute(tx.db);
  return new Map(rows.map(({ form_id, at }) => [form_id, at]));
}

const personOf = (user: 'u' | 'i') =>
  sql.raw(
    `case when ${user}.id is not null then json_build_object('id', ${user}.id, 'name', trim(${user}.first_name || ' ' || ${user}.last_name)) end`,
  );
