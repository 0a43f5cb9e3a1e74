// Licenses of agents: the states in which a user may sell. The gate asks for them (compliance).
import { z } from 'zod';
import { State } from './complianceRules.ts';
import { Day, endpoint, Id, Line, List, PathId, paces } from './kit/endpoint.ts';

export const AgentLicence = z
  .object({
    id: Id,
    state: z.string(),
    number: z.string(),
    /** The last day; null: it does not expire. */
    expires_on: z.string().nullable(),
    valid: z.boolean(),
  })
  .meta({ id: 'AgentLicence' });
export type AgentLicence = z.output<typeof AgentLicence>;

const ofUser = { permission: 'signed_in', params: z.object({ id: PathId }) } as const;

export const listLicences = endpoint({
  method: 'GET',
  path: '/v1/users/:id/licences',
  summary: 'The licences of a user, by state: your own, or those of users that you manage',
  ...ofUser,
  response: List(AgentLicence),
});
export const setLicence = endpoint({
  method: 'PUT',
  path: '/v1/users/:id/licences/:state',
  summary: 'Enter or change the licence of a user for one state',
  ...ofUser,
  oneself: true,
  params: ofUser.params.extend({ state: State.refine((code) => code !== '', 'Choose a state') }),
  body: z.object({
    number: Line(40).refine((number) => number !== '', 'Enter the number'),
    expires_on: Day.nullable().default(null),
  }),
  response: List(AgentLicence),
  rateLimit: paces.edit,
});
export const removeLicence = endpoint({
  method: 'DELETE',
  path: '/v1/users/:id/licences/:state',
  summary: 'Remove the licence of a user for one state',
  ...ofUser,
  oneself: true,
  params: ofUser.params.extend({ state: State.refine((code) => code !== '', 'Choose a state') }),
  response: List(AgentLicence),
  rateLimit: paces.edit,
});
