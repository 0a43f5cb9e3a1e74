// A day of a campaign as a bulk action: it freezes who gets one of its mails, and gives each of them a message.
import { sql } from 'kysely';
import { z } from 'zod';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import { messageOperation } from '#areas/messaging/sends/sends.service.ts';
import { Day, Id } from '#contract/kit/endpoint.ts';
import { operation } from '#kernel/jobs/operations.ts';
import { dueOn } from './campaigns.due.ts';
import { findCampaign } from './campaigns.queries.ts';

export const campaignOperation = operation({
  ...messageOperation,
  name: 'campaign',
  permission: 'campaigns.update',
  input: z.object({ send_id: Id, trigger_id: Id, day: Day, mail: z.int() }),
  labels: { doing: 'Sending a campaign to', done: 'Sent a campaign to' },
  async choose(tx, { trigger_id, day, mail }) {
    const campaign = await findCampaign(tx, trigger_id);
    if (!campaign) return sql`select null::bigint as id, 1 as ordinal where false`;
    const due = dueOn(tx, await reachOfActor(tx), campaign, { day });
    return sql`select d.id, row_number() over (order by d.id) as ordinal from (${due}) d where d.mail = ${mail}::int`;
  },
});
