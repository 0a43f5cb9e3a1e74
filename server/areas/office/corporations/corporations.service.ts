// Corporations: kept by administrators, read by everyone. Sources name them, campaigns choose contacts by
// them, wallets book use on them.
import { sql } from 'kysely';
import { mustKnowPeople, mustKnowUnit, reachOfActor } from '#areas/identity/users/users.service.ts';
import { type CorporationType, corporationLogoUrl } from '#contract/corporationLists.ts';
import type {
  Corporation,
  CorporationCreate,
  CorporationUpdate,
  listCorporations as ListCorporations,
} from '#contract/corporations.ts';
import { maxLookupRows } from '#contract/kit/crud.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import { pageLinks } from '#contract/webpageParts.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { hasCode } from '#kernel/db/database.ts';
import { allOf, type Condition, escapeLike, isAny } from '#kernel/db/sql.ts';
import { fail, wrong } from '#kernel/errors.ts';
import type { StoredFile, UploadedFile } from '#kernel/files/files.ts';
import type { Download } from '#kernel/http/downloads.ts';
import { findLogo, replaceLogo, withLogo } from './corporations.logo.ts';

type Columns = 'id' | 'type' | 'name' | 'business_unit_id' | 'webpage_active' | 'user' | 'logo' | 'sources' | 'version';
type Profile = Omit<Corporation, Columns>;

const blank: Profile = {
  ...(Object.fromEntries(pageLinks.map((name) => [name, ''])) as Record<(typeof pageLinks)[number], string>),
  description: '',
  domain_name: '',
  color_1: '',
  color_2: '',
  color_3: '',
  faqs: [],
  latest_news: [],
  languages_spoken: '',
  office_hours: '',
  office_address: '',
  office_city: '',
  office_state: '',
  office_zip_code: '',
  office_phone: '',
  office_email: '',
  tracking_code: '',
};

export async function listCorporations(tx: Tx, asked: InputOf<typeof ListCorporations>['query']) {
  const { q, type, business_unit_ids, company_id, for_campaign_triggers } = asked;
  if (company_id !== undefined && company_id !== tx.companyId) return { data: [] };
  const rows = await rowsWhere(tx, [
    ...(q ? [sql<boolean>`t.key like '%' || fold(${escapeLike(q)}) || '%'`] : []),
    ...(type ? [sql<boolean>`t.type = ${type}`] : []),
    ...(business_unit_ids.length > 0
      ? [sql<boolean>`(t.business_unit_id is null or ${isAny('t.business_unit_id', business_unit_ids)})`]
      : []),
    ...(for_campaign_triggers
      ? [
          sql<boolean>`exists (select from source_corporations o where o.company_id = ${tx.companyId} and o.corporation_id = t.id)`,
        ]
      : []),
  ]);
  return { data: rows };
}

/** Throws `not_found`; out of reach there is none either. */
export async function getCorporation(tx: Tx, id: number, type?: CorporationType): Promise<Corporation> {
  const [row] = await rowsWhere(tx, [sql<boolean>`t.id = ${id}`, ...(type ? [sql<boolean>`t.type = ${type}`] : [])]);
  if (!row) throw fail('not_found');
  return row;
}

export const createCorporation = (ctx: Ctx, given: CorporationCreate, sent: UploadedFile[]): Promise<Corporation> =>
  withLogo(ctx, sent, (logo) =>
    inTenant(ctx, async (tx) => {
      await mustHaveRoom(tx);
      await mustKnowOthers(tx, given);
      const { id } = await tx.db
        .insertInto('corporations')
        .values({ company_id: tx.companyId, profile: '{}', ...columnsOf(given), name: given.name })
        .returning('id')
        .executeTakeFirstOrThrow()
        .catch(nameTaken);
      return store(tx, id, given, logo);
    }),
  );

export const updateCorporation = (ctx: Ctx, id: number, given: CorporationUpdate, sent: UploadedFile[]): Promise<Corporation> =>
  withLogo(ctx, sent, (logo) =>
    inTenant(ctx, async (tx) => {
      if (Object.keys(given).length + sent.length === 0) throw fail('bad_request', { detail: 'Nothing is to be changed.' });
      await holdCorporation(tx, id);
      const { version } = await getCorporation(tx, id);
      if (given.version !== undefined && given.version !== version) throw fail('corporations.stale');
      await mustKnowOthers(tx, given);
      const columns = columnsOf(given);
      if (Object.keys(columns).length > 0)
        await tx.db
          .updateTable('corporations')
          .set(columns)
          .where('company_id', '=', tx.companyId)
          .where('id', '=', id)
          .execute()
          .catch(nameTaken);
      return store(tx, id, given, logo ?? given.logo);
    }),
  );

export async function deleteCorporation(tx: Tx, id: number): Promise<void> {
  await getCorporation(tx, id);
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from campaign_triggers c where c.company_id = ${tx.companyId} and c.corporation_ids @> ${[id]}::bigint[])
      + (select count(*) from ledger_transfers l where l.company_id = ${tx.companyId} and l.corporation_id = ${id}) as count`.execute(
    tx.db,
  );
  const count = rows[0]?.count ?? 0;
  if (count > 0) throw fail('lookups.in_use', { data: { count } });
  await replaceLogo(tx, id, null);
  await sql`delete from corporations where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
  tell(tx);
}

export async function downloadLogo(ctx: Ctx, id: number, version?: string): Promise<Download> {
  const file = await inTenant(ctx, async (tx) => {
    await getCorporation(tx, id);
    return findLogo(tx, id);
  });
  if (!file) throw fail('not_found');
  return { ...file, fixed: version === String(file.id), read: (start, end) => ctx.platform.storage.read(file, start, end) };
}

/** Until the transaction ends, so that of two edits the second sees the first. */
const holdCorporation = (tx: Tx, id: number) =>
  sql`select from corporations where company_id = ${tx.companyId} and id = ${id} for update`.execute(tx.db);

/** The fields of its profile and its logo; undefined stays. */
async function store(tx: Tx, id: number, given: CorporationUpdate, logo: StoredFile | null | undefined): Promise<Corporation> {
  const profile = Object.fromEntries(Object.keys(blank).map((name) => [name, given[name as keyof Profile]]));
  await sql`
    update corporations set profile = profile || ${JSON.stringify(profile)}::jsonb, version = version + 1 where company_id = ${tx.companyId} and id = ${id}`.execute(
    tx.db,
  );
  if (logo !== undefined) {
    await replaceLogo(tx, id, logo);
    await sql`update corporations set logo_id = ${logo?.id ?? null} where company_id = ${tx.companyId} and id = ${id}`.execute(
      tx.db,
    );
  }
  tell(tx);
  return getCorporation(tx, id);
}

function columnsOf({ name, type, business_unit_id, webpage_active, user_id }: CorporationUpdate) {
  const columns = { name, type, business_unit_id, webpage_active, user_id };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<typeof columns>;
}

/** Corporations of the actor's unit and of all units; the whole company's for users who see it. */
async function rowsWhere(tx: Tx, where: Condition[]): Promise<Corporation[]> {
  const ownUnit = sql<boolean>`(t.business_unit_id is null or t.business_unit_id = ${tx.actor.businessUnitId})`;
  const inReach = (await reachOfActor(tx)).company ? [] : [ownUnit];
  const { rows } = await sql<Pick<Corporation, Exclude<Columns, 'logo'>> & { profile: Partial<Profile>; logo_id: number | null }>`
    select t.id, t.type, t.name, t.business_unit_id, t.webpage_active, t.profile, t.logo_id, t.version,
      (select json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name))
        from users u where u.company_id = ${tx.companyId} and u.id = t.user_id) as user,
      (select count(*)::int from source_corporations o where o.company_id = ${tx.companyId} and o.corporation_id = t.id) as sources
    from corporations t where ${allOf([sql<boolean>`t.company_id = ${tx.companyId}`, ...inReach, ...where])}
    order by t.name collate by_name, t.id limit ${maxLookupRows}`.execute(tx.db);
  return rows.map(({ profile, logo_id, ...row }) => ({
    ...blank,
    ...profile,
    ...row,
    logo: corporationLogoUrl(row.id, logo_id),
  }));
}

async function mustKnowOthers(tx: Tx, { business_unit_id, user_id }: CorporationUpdate): Promise<void> {
  await mustKnowUnit(tx, business_unit_id);
  if (user_id) await mustKnowPeople(tx, [user_id], 'user_id');
}

async function mustHaveRoom(tx: Tx): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from corporations where company_id = ${tx.companyId}`.execute(tx.db);
  if ((rows[0]?.count ?? 0) >= maxLookupRows) throw wrong('name', `This list can have ${maxLookupRows} rows at most`);
}

const tell = (tx: Tx) => tx.tell({ event: 'reference.changed' }, { to: 'reference.read' });

function nameTaken(error: unknown): never {
  if (!hasCode(error, '23505')) throw error;
  throw fail('lookups.name_taken', { errors: { name: ['This name is on the list already'] } });
}
