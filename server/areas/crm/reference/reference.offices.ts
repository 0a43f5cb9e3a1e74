import { sql } from 'kysely';
import { mustKnowPeople } from '#areas/identity/users/users.service.ts';
import type { OfficeLocation, OfficeLocationWrite } from '#contract/reference.ts';
import type { Tx } from '#kernel/context.ts';
import { lookup } from '#kernel/db/lookup.ts';
import { pageMeta } from '#kernel/db/paging.ts';
import { referenceJobs } from './reference.jobs.ts';

export const officeLocations = lookup<OfficeLocation>({
  table: 'office_locations',
  name: 'name',
  columns: sql`t.id, t.name, t.type, t.address, t.city, t.state, t.zip_code, t.phone, t.email, t.manager_id,
    case when m.id is not null then json_build_object('id', m.id, 'name', trim(m.first_name || ' ' || m.last_name)) end as manager`,
  join: (tx) => sql`left join users m on m.company_id = ${tx.companyId} and m.id = t.manager_id`,
  replace: referenceJobs.replace,
  permission: 'reference.manage',
});

export const listOfficeLocations = async (tx: Tx) => ({ data: await officeLocations.all(tx) });

/** The first 100, for the signed-in user. */
export const pageOfOffices = (all: OfficeLocation[]) => {
  const page = { page: 1, limit: 100 };
  return { data: all.slice(0, page.limit), meta: pageMeta(page, all.length) };
};

export async function createOfficeLocation(tx: Tx, office: OfficeLocationWrite): Promise<OfficeLocation> {
  await mustKnowManager(tx, office);
  return officeLocations.create(tx, office);
}

export async function updateOfficeLocation(tx: Tx, id: number, office: OfficeLocationWrite): Promise<OfficeLocation> {
  await mustKnowManager(tx, office);
  return officeLocations.update(tx, id, office);
}

const mustKnowManager = (tx: Tx, { manager_id }: OfficeLocationWrite) =>
  mustKnowPeople(tx, manager_id === null ? [] : [manager_id], 'manager_id');
