// Runs campaigns as pump and worker do, at any moment.
import { runBulkAction } from '#areas/crm/bulk/bulk.run.ts';
import { campaignOperation } from '#areas/messaging/campaigns/campaigns.operations.ts';
import { campaignPump } from '#areas/messaging/campaigns/campaigns.pump.ts';
import { runDay, runEvents } from '#areas/messaging/campaigns/campaigns.run.ts';
import { loadActor } from '#kernel/actors.ts';
import type { Operation } from '#kernel/jobs/operations.ts';
import { runPumps } from '#kernel/jobs/pump.ts';
import type { MailProvider } from '#kernel/mail/mail.ts';
import type { TestServer } from './server.ts';

const someMail: MailProvider = { send: async () => ({ id: 'x' }), close: () => {} };

/** A look of the pump, the jobs that it asks for, and the bulk actions that these start. Jobs of people who have left do not run. */
export async function runCampaigns(server: TestServer, companyId: number, at: Date, mail: MailProvider | null = someMail) {
  const { db } = server.operator;
  const platform = { ...server.platform, clock: () => at, mail };
  await runPumps(db, platform, [campaignPump]);
  const asOf = async (userId: number) => {
    const actor = await loadActor(platform, companyId, userId, null);
    return actor && { platform, clock: platform.clock, log: platform.log, actor };
  };
  const jobs = await db
    .deleteFrom('outbox')
    .where('company_id', '=', companyId)
    .where('name', 'in', ['campaigns.day', 'campaigns.events'])
    .returning(['name', 'payload', 'actor', 'id'])
    .execute();
  for (const { name, payload, actor } of jobs.toSorted((a, b) => a.id - b.id)) {
    const ctx = await asOf((actor as { userId: number }).userId);
    if (!ctx) continue;
    if (name === 'campaigns.day') await runDay(ctx, payload as Parameters<typeof runDay>[1]);
    else await runEvents(ctx, payload as Parameters<typeof runEvents>[1]);
  }
  const actions = await db
    .selectFrom('bulk_actions')
    .select(['id', 'asked_by'])
    .where('company_id', '=', companyId)
    .where('operation', '=', 'campaign')
    .where('status', '=', 'queued')
    .orderBy('id')
    .execute();
  for (const { id, asked_by } of actions) {
    const ctx = await asOf(asked_by);
    if (ctx) await runBulkAction(ctx, id, [campaignOperation as Operation], { signal: new AbortController().signal });
  }
  return jobs.length;
}
