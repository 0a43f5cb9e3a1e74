// The recording of a call, for the user of the phone and those with that user in reach. The contact's page has
// it too.
import { sql } from 'kysely';
import { openCallFileById } from '#areas/crm/files/files.service.ts';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import { type Ctx, inTenant } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import type { Download } from '#kernel/http/downloads.ts';
import { ofPeople } from './calls.queries.ts';

export async function openRecording(ctx: Ctx, id: number): Promise<Download> {
  const file = await inTenant(ctx, async (tx) => {
    const { rows } = await sql<{ call_file_id: number | null }>`
      select k.call_file_id from calls k where k.company_id = ${tx.companyId} and k.id = ${id}
        and ${ofPeople(await reachOfActor(tx), tx.actor.userId)}`.execute(tx.db);
    return rows[0]?.call_file_id ?? null;
  });
  if (file === null) throw fail('not_found');
  return openCallFileById(ctx, file);
}
