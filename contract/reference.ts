// Look-up lists of a company: first the calls that everyone makes, then those of administrators.
import { z } from 'zod';
import { crud, LookupQuery, Place } from './kit/crud.ts';
import { ById, endpoint, Id, Line, List, many, PathId, paces } from './kit/endpoint.ts';
import { normalPhone } from './kit/formats.ts';
import { states, tagColors } from './lookups.ts';

export const Status = z
  .object({ id: Id, value: Id, title: z.string(), label: z.string(), color: z.enum(tagColors) })
  .meta({ id: 'Status' });
export type Status = z.output<typeof Status>;

export const AgentflowStatus = Status.extend({
  /** The group's title; empty for a status without a group. */
  group: z.string(),
  group_id: Id,
  /** Null: of all units. */
  business_unit_id: Id.nullable(),
}).meta({ id: 'AgentflowStatus' });
export type AgentflowStatus = z.output<typeof AgentflowStatus>;

export const AgentflowStatusGroup = z
  .object({ id: Id, title: z.string(), position: z.int() })
  .meta({ id: 'AgentflowStatusGroup' });
export type AgentflowStatusGroup = z.output<typeof AgentflowStatusGroup>;

export const Source = z
  .object({
    id: Id,
    title: z.string(),
    /** Names of the corporations that use it. */
    corporations: z.array(z.string()),
    /** Null: of all units. */
    business_unit_id: Id.nullable(),
  })
  .meta({ id: 'Source' });
export type Source = z.output<typeof Source>;

export const Category = z.object({ id: Id, title: z.string(), description: z.string() }).meta({ id: 'Category' });
export type Category = z.output<typeof Category>;

export const Carrier = z.object({ id: Id, name: z.string() }).meta({ id: 'Carrier' });
export type Carrier = z.output<typeof Carrier>;

export const officeTypes = ['main', 'branch'] as const;

export const OfficeLocation = z
  .object({
    id: Id,
    name: z.string(),
    type: z.enum(officeTypes),
    address: z.string(),
    city: z.string(),
    state: z.string(),
    zip_code: z.string(),
    phone: z.string(),
    email: z.string(),
    manager_id: Id.nullable(),
    manager: z.object({ id: Id, name: z.string() }).nullable(),
  })
  .meta({ id: 'OfficeLocation' });
export type OfficeLocation = z.output<typeof OfficeLocation>;

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
export const listCategories = endpoint({
  method: 'GET',
  path: '/v1/categories',
  summary: 'Categories of contacts and products, in the company’s order',
  permission: 'reference.read',
  response: List(Category),
});
export const listCarriers = endpoint({
  method: 'GET',
  path: '/v1/carriers',
  summary: 'Insurance carriers with q in their name, at most 50; with ids, only those',
  permission: 'reference.read',
  query: z.object({ q: z.string().trim().max(100).default(''), ids: many(PathId) }),
  response: List(Carrier),
});
export const listOfficeLocations = endpoint({
  method: 'GET',
  path: '/v1/office_locations',
  summary: "The company's offices, with their address and who leads them",
  permission: 'reference.read',
  response: List(OfficeLocation),
});

const status = { title: Line(60).min(1, 'Give the status a title'), color: z.enum(tagColors) };

export const {
  list: listAdminStatuses,
  create: createStatus,
  update: updateStatus,
  remove: deleteStatus,
} = crud({
  path: '/v1/admin/statuses',
  rows: 'statuses',
  permission: 'reference.manage',
  row: Status,
  create: z.object({ ...status, color: status.color.default('gray') }),
  update: z.object({ ...status, position: Place }).partial(),
});

const category = { title: Line(60).min(1, 'Give the category a title'), description: Line(500) };

export const {
  list: listAdminCategories,
  get: getCategory,
  create: createCategory,
  update: updateCategory,
  remove: deleteCategory,
} = crud({
  path: '/v1/admin/categories',
  rows: 'categories',
  permission: 'reference.manage',
  row: Category,
  create: z.object({ ...category, description: category.description.default('') }),
  update: z.object({ ...category, position: Place }).partial(),
});

const carrier = z.object({ name: Line(80).min(1, 'Give the carrier a name') });

export const {
  list: listAdminCarriers,
  create: createCarrier,
  update: updateCarrier,
  remove: deleteCarrier,
} = crud({
  path: '/v1/admin/carriers',
  rows: 'carriers',
  permission: 'reference.manage',
  row: Carrier,
  create: carrier,
  update: carrier.partial(),
});

/** The rows of one unit, and those of all units. */
const UnitQuery = LookupQuery.extend({ business_unit_id: PathId.optional() });

const agentflowStatus = {
  title: Line(60).min(1, 'Give the status a title'),
  color: z.enum(tagColors),
  /** A title. A missing group is created; empty for no group. */
  group: Line(60),
  business_unit_id: Id.nullable(),
};
const AgentflowStatusCreate = z.object({
  ...agentflowStatus,
  color: agentflowStatus.color.default('gray'),
  group: agentflowStatus.group.default(''),
  business_unit_id: agentflowStatus.business_unit_id.default(null),
});
export type AgentflowStatusCreate = z.output<typeof AgentflowStatusCreate>;
const AgentflowStatusUpdate = z.object({ ...agentflowStatus, position: Place }).partial();
export type AgentflowStatusUpdate = z.output<typeof AgentflowStatusUpdate>;

export const {
  list: listAdminAgentflowStatuses,
  create: createAgentflowStatus,
  update: updateAgentflowStatus,
  remove: deleteAgentflowStatus,
} = crud({
  path: '/v1/admin/agentflow_statuses',
  rows: 'agentflow statuses',
  permission: 'reference.manage',
  row: AgentflowStatus,
  create: AgentflowStatusCreate,
  update: AgentflowStatusUpdate,
  query: UnitQuery,
});

export const updateAgentflowStatusGroup = endpoint({
  method: 'PATCH',
  path: '/v1/admin/agentflow_status_groups/:id',
  summary: 'Rename a group of agentflow statuses, or change its place among the groups',
  permission: 'reference.manage',
  params: ById,
  body: z.object({ title: Line(60).min(1, 'Give the group a title'), position: Place }).partial(),
  response: AgentflowStatusGroup,
  errors: ['lookups.name_taken'],
  rateLimit: paces.edit,
});

const source = {
  title: Line(60).min(1, 'Give the source a title'),
  /** Names. Missing corporations are created. */
  corporations: z.array(Line(120).min(1)).max(50),
  business_unit_id: Id.nullable(),
};
const SourceCreate = z.object({
  ...source,
  corporations: source.corporations.default([]),
  business_unit_id: source.business_unit_id.default(null),
});
export type SourceCreate = z.output<typeof SourceCreate>;
const SourceUpdate = z.object(source).partial();
export type SourceUpdate = z.output<typeof SourceUpdate>;

export const {
  list: listAdminSources,
  create: createSource,
  update: updateSource,
  remove: deleteSource,
} = crud({
  path: '/v1/admin/sources',
  rows: 'sources',
  permission: 'reference.manage',
  row: Source,
  create: SourceCreate,
  update: SourceUpdate,
  query: UnitQuery,
});

const OfficePhone = z
  .string()
  .max(40)
  .refine((text) => text.trim() === '' || normalPhone(text) !== '', 'This is not a US phone number')
  .transform(normalPhone);

const OfficeLocationWrite = z.object({
  name: Line(80).min(1, 'Give the office a name'),
  type: z.enum(officeTypes).default('branch'),
  address: Line(200).default(''),
  city: Line(80).default(''),
  state: z.enum(Object.keys(states)).or(z.literal('')).default(''),
  zip_code: z
    .string()
    .regex(/^(?:\d{5}(?:-\d{4})?)?$/, 'A zip code has five digits')
    .default(''),
  phone: OfficePhone.default(''),
  email: z.email('This is not an e-mail address').max(200).or(z.literal('')).default(''),
  manager_id: Id.nullable().default(null),
});
export type OfficeLocationWrite = z.output<typeof OfficeLocationWrite>;

export const {
  list: listAdminOfficeLocations,
  get: getOfficeLocation,
  create: createOfficeLocation,
  update: updateOfficeLocation,
  remove: deleteOfficeLocation,
} = crud({
  path: '/v1/admin/office_locations',
  rows: 'offices',
  permission: 'reference.manage',
  row: OfficeLocation,
  create: OfficeLocationWrite,
  update: OfficeLocationWrite,
  updateBy: 'PUT',
});

/** A group with its users, or a pool with its holders. */
export const Team = z
  .object({
    id: Id,
    name: z.string(),
    /** Null: of the whole company. */
    business_unit_id: Id.nullable(),
    users: z.array(z.object({ id: Id, name: z.string() })),
  })
  .meta({ id: 'Team' });
export type Team = z.output<typeof Team>;

const team = {
  name: Line(80).min(1, 'Give it a name'),
  business_unit_id: Id.nullable(),
  user_ids: z.array(Id).max(500),
};
const TeamCreate = z.object({
  ...team,
  business_unit_id: team.business_unit_id.default(null),
  user_ids: team.user_ids.default([]),
});
export type TeamCreate = z.output<typeof TeamCreate>;
const TeamUpdate = z.object(team).partial();
export type TeamUpdate = z.output<typeof TeamUpdate>;

export const {
  list: listGroups,
  get: getGroup,
  create: createGroup,
  update: updateGroup,
  remove: deleteGroup,
} = crud({
  path: '/v1/groups',
  rows: 'groups',
  permission: 'teams.manage',
  oneself: true,
  row: Team,
  create: TeamCreate,
  update: TeamUpdate,
});

export const {
  list: listPools,
  get: getPool,
  create: createPool,
  update: updatePool,
  remove: deletePool,
} = crud({
  path: '/v1/pools',
  rows: 'pools',
  permission: 'teams.manage',
  oneself: true,
  row: Team,
  create: TeamCreate,
  update: TeamUpdate,
});
