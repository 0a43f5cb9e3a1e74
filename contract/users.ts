// Users: the short form beside a record, and lists to choose from.
import { z } from 'zod';
import { endpoint, Id, List, many, PathId } from './kit/endpoint.ts';
import { roles } from './permissions.ts';

export const Person = z.object({ id: Id, name: z.string() }).meta({ id: 'Person' });
export type Person = z.output<typeof Person>;

export const listAssignees = endpoint({
  method: 'GET',
  path: '/v1/users/assignees',
  summary: 'Users and pools that you may assign contacts to: your favorites, then by name',
  permission: 'signed_in',
  /** `ids`: only these, whatever their names, to show the people of a filter. */
  query: z.object({ q: z.string().trim().max(100).default(''), ids: many(PathId) }),
  response: z.object({
    data: z.array(Person.extend({ email: z.string(), role: z.enum(roles), favorite: z.boolean(), photo: z.string().nullable() })),
    pools: z.array(Person),
  }),
});

export const BusinessUnit = z.object({ id: Id, name: z.string() }).meta({ id: 'BusinessUnit' });
export type BusinessUnit = z.output<typeof BusinessUnit>;

export const listManageableBusinessUnits = endpoint({
  method: 'GET',
  path: '/v1/business_units/manageable',
  summary: 'Business units within your reach, by number',
  permission: 'signed_in',
  response: List(BusinessUnit.extend({ number: z.int() })),
});
