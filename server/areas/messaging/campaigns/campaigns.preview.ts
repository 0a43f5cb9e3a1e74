// The preview of a campaign's day: the contacts who get it, and who does not and why. It runs in the owner's
// name, as the sending does.
import { sql } from 'kysely';
import { inReach } from '#areas/crm/contacts/contacts.service.ts';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import { decisionsOn, onceAnAddress } from '#areas/messaging/compliance/compliance.service.ts';
import { maxCampaignPreview } from '#contract/campaignLists.ts';
import type { listCampaignPeople as ListPeople } from '#contract/campaigns.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import { loadActor } from '#kernel/actors.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { pageMeta, pageSql } from '#kernel/db/paging.ts';
import { fail } from '#kernel/errors.ts';
import { dueOn, touchedBetween } from './campaigns.due.ts';
import { getCampaign } from './campaigns.lists.ts';
import { findCampaign, mayUpdate, type StoredCampaign, visibleToActor } from './campaigns.queries.ts';
import { companyZone, dayIn, momentOf } from './campaigns.times.ts';

interface Group {
  answer: 'yes' | 'no' | 'later';
  reason: string | null;
  count: number;
}

export const preview = (ctx: Ctx, id: number, asked: { day?: string | undefined }) =>
  asOwner(ctx, id, async (tx, campaign) => {
    const { day, at, decisions } = await decide(tx, campaign, asked.day);
    const { rows } = await sql<Group>`
      select d.answer, d.reason, count(*)::int as count from (${decisions}) d
      group by 1, 2 order by array_position(array['yes', 'later', 'no'], d.answer), count(*) desc, d.reason`.execute(tx.db);
    return { day, at: at.toISOString(), total: rows.reduce((sum, { count }) => sum + count, 0), groups: rows };
  });

/** Only people in the reach of the user who asks. */
export async function listPeople(ctx: Ctx, id: number, { q, day, answer, reason, ...page }: InputOf<typeof ListPeople>['query']) {
  const reach = await inTenant(ctx, reachOfActor);
  return asOwner(ctx, id, async (tx, campaign) => {
    const { decisions } = await decide(tx, campaign, day);
    const { rows } = await sql<{
      contact: { id: number; name: string };
      address: string;
      answer: Group['answer'];
      reason: string | null;
      total: number;
    }>`
      select json_build_object('id', c.id, 'name', coalesce(nullif(trim(c.first_name || ' ' || c.last_name), ''), c.organization)) as contact,
        d.address, d.answer, d.reason, count(*) over ()::int as total
      from (${decisions}) d join contacts c on c.company_id = ${tx.companyId} and c.id = d.contact_id and ${inReach(reach)}
      where (${answer ?? null}::text is null or d.answer = ${answer ?? null}) and (${reason ?? null}::text is null or d.reason = ${reason ?? null})
        and (${q} = '' or c.search like '%' || searchable(${q}) || '%')
      order by c.sort_name, c.id ${pageSql(page)}`.execute(tx.db);
    return { data: rows.map(({ total, ...row }) => row), meta: pageMeta(page, rows[0]?.total ?? 0) };
  });
}

/** 404 and 403 as for a change of it. */
async function asOwner<T>(ctx: Ctx, id: number, work: (tx: Tx, campaign: StoredCampaign) => Promise<T>): Promise<T> {
  const campaign = await inTenant(ctx, async (tx) => {
    await getCampaign(tx, id);
    const stored = await findCampaign(tx, id);
    if (!stored) throw fail('not_found');
    if (!mayUpdate(tx, (await visibleToActor(tx)).reach, stored)) throw fail('forbidden');
    return stored;
  });
  const owner = await loadActor(ctx.platform, ctx.actor.companyId, campaign.owner_id, null);
  return inTenant({ ...ctx, actor: owner ?? ctx.actor }, (tx) => work(tx, campaign));
}

async function decide(tx: Tx, campaign: StoredCampaign, asked: string | undefined) {
  const now = tx.clock();
  const iana = await companyZone(tx);
  const today = dayIn(iana, now);
  const day = asked ?? today;
  const due = await dueRows(tx, campaign, { day, today, iana });
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from (${due}) d limit ${maxCampaignPreview + 1}) d`.execute(tx.db);
  if ((rows[0]?.count ?? 0) > maxCampaignPreview) throw fail('compliance.too_many');
  const hour = await momentOf(tx, { day, ...campaign });
  const at = campaign.recurrence === 'none' || hour < now ? now : hour;
  const people = sql`select d.id as contact_id, null::text as address, 1 as position from (${due}) d`;
  const decisions = decisionsOn(tx, await reachOfActor(tx), people, {
    channel: campaign.trigger_type === 'sms' ? 'text' : 'email',
    purpose: campaign.category,
    at,
    fallbackAgentId: campaign.owner_id,
  });
  return { day, at, decisions: onceAnAddress(decisions) };
}

async function dueRows(tx: Tx, campaign: StoredCampaign, { day, today, iana }: { day: string; today: string; iana: string }) {
  const reach = await reachOfActor(tx);
  if (!campaign.auto_trigger) return dueOn(tx, reach, campaign, { day, startsOn: today });
  // The days that a moment of this one may lie in, by any clock.
  const around = (days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString();
  return touchedBetween(tx, reach, campaign, { from: around(-1), to: around(2), day, iana });
}
