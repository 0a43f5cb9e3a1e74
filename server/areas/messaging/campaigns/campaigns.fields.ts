// Checks that a campaign's fields fit together, and that the rows they name exist.
import { sql } from 'kysely';
import { findEmails } from '#areas/messaging/templates/templates.service.ts';
import type { Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import type { CampaignFields } from './campaigns.queries.ts';

interface Fields {
  /** Of the campaign itself; 0 for a new one. */
  id: number;
  before: CampaignFields;
  next: CampaignFields;
}

export async function mustFit(tx: Tx, { id, before, next }: Fields): Promise<void> {
  const { auto_trigger, event, recurrence, days, tags, status_ids } = next;
  const errors: Record<string, string[]> = {};
  if (auto_trigger && recurrence !== 'none') errors.recurrence = ['It begins by an event or on a day, not by both'];
  if (auto_trigger && event === 'none') errors.trigger = ['Choose the event'];
  if (auto_trigger && event === 'tag_added' && tags.length === 0) errors.tags = ['Choose at least one tag'];
  if (recurrence === 'while_status' && status_ids.length === 0) errors.status_ids = ['Choose at least one status'];
  if (recurrence === 'while_status' && days === 0) errors.days = ['Enter at least one day'];
  if (Object.keys(errors).length > 0) throw fail('invalid', { errors });
  if (next.global && !before.global && !tx.actor.has('campaigns.approve'))
    throw fail('forbidden', { errors: { global: ['Only administrators make campaigns of the company'] } });
  const added = (name: ListOfIds) => next[name].filter((each) => !before[name].includes(each));
  const known = {
    tags: await countKnown(tx, 'tags', added('tags')),
    status_ids: await countKnown(tx, 'statuses', added('status_ids')),
    corporation_ids: await countKnown(tx, 'corporations', added('corporation_ids')),
    sms_trigger_ids: await countTexts(
      tx,
      added('sms_trigger_ids').filter((each) => each !== id),
    ),
    email_ids: (await findEmails(tx, added('email_ids'))).length,
  };
  for (const name of Object.keys(known) as ListOfIds[])
    if (known[name] < added(name).length) throw wrong(wireNames[name], missing);
}

type ListOfIds = 'tags' | 'status_ids' | 'corporation_ids' | 'sms_trigger_ids' | 'email_ids';

const missing = 'One of these is not on the list any more';

const wireNames: Record<ListOfIds, string> = {
  tags: 'tags',
  status_ids: 'status_ids',
  corporation_ids: 'corporation_ids',
  sms_trigger_ids: 'all_sms_trigger_ids',
  email_ids: 'all_email_ids',
};

async function countKnown(tx: Tx, table: 'tags' | 'statuses' | 'corporations', ids: number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${sql.table(table)} t where t.company_id = ${tx.companyId} and t.id = any(${ids}::bigint[])`.execute(
    tx.db,
  );
  return rows[0]?.count ?? 0;
}

/** Other campaigns that are texts. */
async function countTexts(tx: Tx, ids: number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*) from campaign_triggers t
    where t.company_id = ${tx.companyId} and t.id = any(${ids}::bigint[]) and t.trigger_type = 'sms'`.execute(tx.db);
  return rows[0]?.count ?? 0;
}
