// Formats moments for mails, in the reader's time zone.
import { ianaZones, type timezones } from '#contract/lookups.ts';
import { inTenant, type WorkCtx } from '#kernel/context.ts';

/** A moment in that user's time zone: `11/21/2026, 3:04 PM EST`. */
export async function momentOf(ctx: WorkCtx, userId: number, moment: string): Promise<string> {
  const person = await inTenant(ctx, (tx) =>
    tx.db
      .selectFrom('users')
      .select('timezone')
      .where('company_id', '=', tx.companyId)
      .where('id', '=', userId)
      .executeTakeFirst(),
  );
  return momentIn(person?.timezone ?? 'est', moment);
}

export const momentIn = (timezone: string, moment: string) =>
  new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: ianaZones[timezone as (typeof timezones)[number]],
  }).format(new Date(moment));
