// Look-up lists of a company: statuses, sources, agentflow statuses, carriers.
import { z } from 'zod';
import { crud, Place } from './kit/crud.ts';
import { endpoint, Id, Line, List, many, PathId } from './kit/endpoint.ts';
import { tagColors } from './lookups.ts';

export const Status = z
  .object({ id: Id, value: Id, title: z.string(), label: z.string(), color: z.enum(tagColors) })
  .meta({ id: 'Status' });
export type Status = z.output<typeof Status>;

export const AgentflowStatus = Status.extend({ group: z.string() }).meta({ id: 'AgentflowStatus' });
export type AgentflowStatus = z.output<typeof AgentflowStatus>;

export const Source = z.object({ id: Id, title: z.string(), corporations: z.array(z.string()) }).meta({ id: 'Source' });
export type Source = z.output<typeof Source>;

export const Carrier = z.object({ id: Id, name: z.string() }).meta({ id: 'Carrier' });
export type Carrier = z.output<typeof Carrier>;

export const listStatuses = endpoint({
  method: 'GET',
  path: '/v1/statuses',
  summary: 'Contact statuses, in the company’s order',
  permission: 'reference.read',
  response: List(Status),
});
export const listAgentflowStatuses = endpoint({
  method: 'GET',
  path: '/v1/agentflow_statuses',
  summary: 'Agentflow statuses, each with its group',
  permission: 'reference.read',
  response: List(AgentflowStatus),
});
export const listSources = endpoint({
  method: 'GET',
  path: '/v1/sources',
  summary: 'Contact sources',
  permission: 'reference.read',
  response: List(Source),
});
export const listCarriers = endpoint({
  method: 'GET',
  path: '/v1/carriers',
  summary: 'Insurance carriers with q in their name, at most 50; with ids, only those',
  permission: 'reference.read',
  query: z.object({ q: z.string().trim().max(100).default(''), ids: many(PathId) }),
  response: List(Carrier),
});

const status = { title: Line(60).min(1, 'Give the status a title'), color: z.enum(tagColors) };

export const {
  list: listAdminStatuses,
  create: createStatus,
  update: updateStatus,
  remove: deleteStatus,
} = crud({
  path: '/v1/admin/statuses',
  words: ['status', 'statuses'],
  permission: 'reference.manage',
  row: Status,
  create: z.object({ ...status, color: status.color.default('gray') }),
  update: z.object({ ...status, position: Place }).partial(),
});

const carrier = z.object({ name: Line(80).min(1, 'Give the carrier a name') });

export const {
  list: listAdminCarriers,
  create: createCarrier,
  update: updateCarrier,
  remove: deleteCarrier,
} = crud({
  path: '/v1/admin/carriers',
  words: ['carrier', 'carriers'],
  permission: 'reference.manage',
  row: Carrier,
  create: carrier,
  update: carrier.partial(),
});
