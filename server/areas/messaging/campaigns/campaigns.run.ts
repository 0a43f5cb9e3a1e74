// Automatic sends of campaigns, as jobs of their owners. The pump (campaigns.pump.ts) asks for them.
import { sql } from 'kysely';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import { numbersInTurn } from '#areas/messaging/phoneNumbers/phoneNumbers.service.ts';
import { addToCampaignSend, mediaPathsOf, mustMayText, sendOfCampaign } from '#areas/messaging/sends/sends.service.ts';
import { inTenant, mustBeOn, mustHave, type Tx, type WorkCtx } from '#kernel/context.ts';
import { Failure, fail } from '#kernel/errors.ts';
import type { Operation } from '#kernel/jobs/operations.ts';
import { addDays } from './campaigns.days.ts';
import { dueOn, keepPeople, touchedBetween } from './campaigns.due.ts';
import { campaignOperation } from './campaigns.operations.ts';
import { isRunning, lockCampaign, type StoredCampaign } from './campaigns.queries.ts';
import { tellCampaigns } from './campaigns.tell.ts';
import { catchUpHours, companyZone, dayIn, momentOf } from './campaigns.times.ts';

const batch = 1_000;

/** Sends what is due on a day, once: a job that runs again finds its sends. */
export const runDay = (ctx: WorkCtx, { id, day }: { id: number; day: string }): Promise<void> =>
  run(ctx, id, async (tx, campaign) => {
    const { recurrence, hour, zone } = campaign;
    if (recurrence === 'none') return;
    const late = tx.clock().getTime() - (await momentOf(tx, { day, hour, zone })).getTime();
    if (late > catchUpHours[recurrence] * 3_600_000) return;
    const reach = await reachOfActor(tx);
    if (recurrence === 'while_status') await keepPeople(tx, reach, campaign, day);
    const { rows } = await sql<{ mail: number }>`
      select distinct d.mail from (${dueOn(tx, reach, campaign, { day })}) d order by 1`.execute(tx.db);
    for (const { mail } of rows) {
      const step = `${day}/${mail}`;
      if (await findStep(tx, id, step)) continue;
      const local_at = zone === 'recipient' ? `${day} ${String(hour).padStart(2, '0')}:00` : null;
      await sendOfCampaign(tx, await contentOf(tx, campaign, mail, { step, key: day, local_at }), {
        by: campaignOperation as Operation,
        input: { trigger_id: id, day, mail },
      });
    }
  });

/** Sends for events between two moments, by the days of the company: nobody gets a campaign twice on one. */
export async function runEvents(ctx: WorkCtx, { id, from, to }: { id: number; from: string; to: string }): Promise<void> {
  const iana = await inTenant(ctx, companyZone);
  for (let day = dayIn(iana, new Date(from)); day <= dayIn(iana, new Date(to)); day = addDays(day, 1))
    for (let after: number | null = 0; after !== null; ) {
      const place: Place = { from, to, day, iana, after };
      after = (await run<number | null>(ctx, id, (tx, campaign) => sendEvents(tx, campaign, place))) ?? null;
    }
}

interface Place {
  from: string;
  to: string;
  day: string;
  iana: string;
  /** The last contact of the batch before. */
  after: number;
}

/** One batch. Answers its last contact, null where there is none; those of an earlier run have their messages already. */
async function sendEvents(tx: Tx, campaign: StoredCampaign, { after, ...span }: Place): Promise<number | null> {
  const { id, event } = campaign;
  const { day } = span;
  // A contact comes into being once, and becomes a client once; a status or a tag may come again another day.
  const key = event === 'contact_created' || event === 'became_client' ? 'once' : day;
  const { rows } = await sql<{ id: number }>`
    select t.id from (${touchedBetween(tx, await reachOfActor(tx), campaign, span)}) t
    where t.id > ${after} and not exists (
      select from messages m where m.company_id = ${tx.companyId} and m.once_key = ${onceKey(id, key)} and m.once_contact = t.id)
    order by t.id limit ${batch}`.execute(tx.db);
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return null;
  const send =
    (await findStep(tx, id, day)) ??
    (await sendOfCampaign(tx, await contentOf(tx, campaign, 0, { step: day, key, local_at: null }), null)).id;
  await addToCampaignSend(tx, send, ids);
  return ids.at(-1) ?? null;
}

/** In a transaction that holds the campaign, if it still sends. A refusal is shown on its page, and not tried again. */
async function run<T>(ctx: WorkCtx, id: number, work: (tx: Tx, campaign: StoredCampaign) => Promise<T>): Promise<T | undefined> {
  const { mail, telephony } = ctx.platform;
  try {
    return await inTenant(ctx, async (tx) => {
      const campaign = await lockCampaign(tx, id);
      if (!campaign || !isRunning(campaign) || campaign.owner_id !== tx.actor.userId) return undefined;
      if (!(campaign.trigger_type === 'sms' ? telephony : mail)) return undefined;
      mustBeOn(tx.actor, 'campaigns');
      mustHave(tx.actor, 'campaigns.update');
      if (campaign.trigger_type === 'sms') await mustBeReadyToText(tx);
      const result = await work(tx, campaign);
      await noteRun(tx, id, '');
      return result;
    });
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    const fields = Object.values(error.details.errors ?? {}).flat();
    await inTenant(ctx, (tx) => noteRun(tx, id, [error.message, ...fields].join(' ').slice(0, 300)));
    return undefined;
  }
}

/** Its owner may text, and has a number. */
async function mustBeReadyToText(tx: Tx): Promise<void> {
  await mustMayText(tx);
  if ((await numbersInTurn(tx, tx.actor.userId)) === 0) throw fail('texts.no_number');
}

async function noteRun(tx: Tx, id: number, problem: string): Promise<void> {
  await tx.db
    .updateTable('campaign_triggers')
    .set({ last_ran_at: tx.clock(), problem })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute();
  tellCampaigns(tx);
}

const onceKey = (id: number, key: string) => `trigger:${id}:${key}`;

async function contentOf(
  tx: Tx,
  { id, name, category, mails, stop_on_reply }: StoredCampaign,
  place: number,
  { step, key, local_at }: { step: string; key: string; local_at: string | null },
) {
  const mail = mails?.[place];
  if (!mail) throw new Error('an approved campaign has no such message');
  const campaign = {
    campaign_trigger_id: id,
    campaign_name: name,
    campaign_step: step,
    message_key: onceKey(id, key),
    local_at,
  };
  if ('body' in mail) {
    const { body, files: pictures } = mail;
    return { body, pictures, media: await mediaPathsOf(tx, pictures), purpose: category, stop_on_reply, campaign };
  }
  return {
    email_id: mail.email_id,
    subject: mail.subject,
    content: mail.doc,
    attachments: mail.attachments,
    purpose: category,
    campaign,
  };
}

/** The send that an earlier run has made. */
async function findStep(tx: Tx, id: number, step: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from sends where company_id = ${tx.companyId} and campaign_trigger_id = ${id} and campaign_step = ${step}`.execute(
    tx.db,
  );
  return rows[0]?.id;
}
