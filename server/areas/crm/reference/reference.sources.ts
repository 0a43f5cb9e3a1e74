// Sources and the corporations that use them: a source names them, and missing ones are created.
import { sql } from 'kysely';
import { mustKnowUnit } from '#areas/identity/users/users.service.ts';
import type { Source, SourceCreate, SourceUpdate } from '#contract/reference.ts';
import type { Tx } from '#kernel/context.ts';
import { sources } from './reference.service.ts';

export async function createSource(tx: Tx, { corporations, ...values }: SourceCreate): Promise<Source> {
  await mustKnowUnit(tx, values.business_unit_id);
  const { id } = await sources.create(tx, values);
  await setCorporations(tx, id, corporations);
  return sources.get(tx, id);
}

export async function updateSource(tx: Tx, id: number, { corporations, ...values }: SourceUpdate): Promise<Source> {
  await mustKnowUnit(tx, values.business_unit_id);
  await sources.update(tx, id, values);
  if (corporations) await setCorporations(tx, id, corporations);
  return sources.get(tx, id);
}

async function setCorporations(tx: Tx, sourceId: number, names: string[]): Promise<void> {
  await sql`
    insert into corporations (company_id, name)
    select distinct on (fold(n.name)) ${tx.companyId}::bigint, n.name from unnest(${names}::text[]) n (name)
    on conflict do nothing`.execute(tx.db);
  await sql`delete from source_corporations where company_id = ${tx.companyId} and source_id = ${sourceId}`.execute(tx.db);
  await sql`
    insert into source_corporations (company_id, source_id, corporation_id)
    select ${tx.companyId}::bigint, ${sourceId}::bigint, c.id from corporations c
    where c.company_id = ${tx.companyId} and c.key in (select fold(n.name) from unnest(${names}::text[]) n (name))
    on conflict do nothing`.execute(tx.db);
}
