// The business units of a company, as its administrators keep them.
// users.ts lists those that a user may choose from.
import { z } from 'zod';
import { crud } from './kit/crud.ts';
import { Id, Line } from './kit/endpoint.ts';
import { Person } from './users.ts';

export const AdminBusinessUnit = z
  .object({
    id: Id,
    name: z.string(),
    number: z.int(),
    /** Its administrators: users with the role bu_admin. */
    managers: z.array(Person),
  })
  .meta({ id: 'AdminBusinessUnit' });
export type AdminBusinessUnit = z.output<typeof AdminBusinessUnit>;

export const BusinessUnitCreate = z.object({
  name: Line(80).min(1, 'Write a name'),
  /** Left out: the next one. */
  number: z.int('Write a whole number').min(1).max(999_999).optional(),
});
export type BusinessUnitCreate = z.output<typeof BusinessUnitCreate>;
export const BusinessUnitUpdate = BusinessUnitCreate.partial();
export type BusinessUnitUpdate = z.output<typeof BusinessUnitUpdate>;

export const {
  list: listBusinessUnits,
  create: createBusinessUnit,
  update: updateBusinessUnit,
  remove: deleteBusinessUnit,
} = crud({
  path: '/v1/admin/business_units',
  rows: 'business units',
  permission: 'business_units.manage',
  oneself: true,
  row: AdminBusinessUnit,
  create: BusinessUnitCreate,
  update: BusinessUnitUpdate,
});
