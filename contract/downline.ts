// The tree of people: who manages each person, and who sees how many contacts after a move.
import { z } from 'zod';
import { ById, endpoint, Id, Page, Paged, PathId, paces } from './kit/endpoint.ts';
import { roles } from './permissions.ts';
import { BusinessUnit, Person } from './users.ts';

const permission = 'users.manage';

export const DownlinePerson = z
  .object({
    id: Id,
    name: z.string(),
    account_type: z.enum(roles),
    role_name: z.string(),
    title: z.string(),
    business_unit: BusinessUnit,
    manager_id: Id.nullable(),
    /** How many active users this one manages directly. */
    below: z.int(),
    can: z.object({
      /** Be put below somebody else. */
      move: z.boolean(),
      /** Have people below. */
      manage: z.boolean(),
    }),
  })
  .meta({ id: 'DownlinePerson' });
export type DownlinePerson = z.output<typeof DownlinePerson>;

export const listDownline = endpoint({
  method: 'GET',
  path: '/v1/admin/downline',
  summary: 'Active users directly below one, or those at the top of the company or of a business unit; by name, 100 a page',
  permission,
  query: z.object({ parent_id: PathId.optional(), business_unit_id: PathId.optional(), page: Page }),
  response: Paged(DownlinePerson),
  rateLimit: paces.look,
});

/** Before a user is put below another manager. Other leaders see what they saw before. */
export const MovePreview = z.object({
  /** The user and everybody below. */
  people: z.int(),
  /** Contacts of these people. */
  contacts: z.int(),
  /** Managers who will see these contacts, and those who no longer will. */
  gained: z.array(Person),
  lost: z.array(Person),
});
export type MovePreview = z.output<typeof MovePreview>;

export const previewMove = endpoint({
  method: 'GET',
  path: '/v1/admin/users/:id/move_preview',
  summary: 'Who would see how many contacts more or fewer if this user had another manager, or none',
  permission,
  params: ById,
  query: z.object({ manager_id: PathId.optional() }),
  response: MovePreview,
  errors: ['users.circle'],
  long: true,
  rateLimit: paces.look,
});
