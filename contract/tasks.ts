// Tasks: what somebody is to do about a contact, and when. The earliest open one is the contact's next step.
import { z } from 'zod';
import { ById, endpoint, Id, Limit, Line, Moment, Nothing, Page, PageMeta, PathId, paces } from './kit/endpoint.ts';
import { tabOf } from './kit/paging.ts';
import { taskKinds, taskTabs } from './taskLists.ts';
import { Person } from './users.ts';

const writable = {
  kind: z.enum(taskKinds),
  due_at: Moment,
  note: Line(500),
  /** Does the task: the contact's owner (for a pool or an owner who has left: the user who sets it), or oneself. */
  for: z.enum(['owner', 'me']),
};

export const TaskCreate = z
  .object({
    ...writable,
    kind: writable.kind.default('call'),
    note: writable.note.default(''),
    for: writable.for.default('owner'),
  })
  .meta({ id: 'TaskCreate' });
export type TaskCreate = z.output<typeof TaskCreate>;

/** An absent field stays. */
export const TaskUpdate = z.object(writable).partial();
export type TaskUpdate = z.output<typeof TaskUpdate>;

export const Task = z
  .object({
    id: Id,
    /** `owner`: null for one in a pool. */
    contact: Person.extend({ phone: z.string(), owner: Person.nullable() }),
    owner: Person,
    kind: z.enum(taskKinds),
    due_at: z.string(),
    note: z.string(),
    done_at: z.string().nullable(),
    done_by: Person.nullable(),
    version: z.int(),
    can: z.object({ update: z.boolean() }),
  })
  .meta({ id: 'Task' });
export type Task = z.output<typeof Task>;

const TaskPage = z.object({
  data: z.array(Task),
  /** `total_capped`: there are more than `total_count`, and counting them all would cost too much. */
  meta: PageMeta.extend({ total_capped: z.boolean() }),
});

/** The one that the change is based on. Left out, the last change wins. `tasks.stale` has the current task. */
const version = z.int().optional();

export const listTasks = endpoint({
  method: 'GET',
  path: '/v1/tasks',
  summary: 'Tasks of yourself, of one person or of everyone in your reach; the overdue first, done ones by when they were done',
  permission: 'contacts.read',
  query: z.object({
    ...tabOf(taskTabs),
    /** `me`, `team` (everyone in reach), or the id of a user in reach. */
    of: z.union([z.enum(['me', 'team']), PathId]).default('me'),
    page: Page,
    limit: Limit(50),
  }),
  response: TaskPage,
});

export const listContactTasks = endpoint({
  method: 'GET',
  path: '/v1/contacts/:id/tasks',
  summary: 'The open tasks of a contact, the earliest first',
  permission: 'contacts.read',
  params: ById,
  query: z.object({ page: Page, limit: Limit(25) }),
  response: TaskPage,
});

export const getTask = endpoint({
  method: 'GET',
  path: '/v1/tasks/:id',
  summary: 'One task, open or done',
  permission: 'contacts.read',
  params: ById,
  response: Task,
});

export const createTask = endpoint({
  method: 'POST',
  path: '/v1/contacts/:id/tasks',
  summary: 'Set a task of a contact',
  permission: 'contacts.update',
  params: ById,
  body: TaskCreate,
  response: Task,
  status: 201,
  rateLimit: paces.edit,
});

export const updateTask = endpoint({
  method: 'PATCH',
  path: '/v1/tasks/:id',
  summary: 'Change an open task: what is left out stays',
  permission: 'contacts.update',
  params: ById,
  body: z.object({ data: TaskUpdate, version }),
  response: Task,
  errors: ['tasks.stale'],
  rateLimit: paces.edit,
});

export const completeTask = endpoint({
  method: 'POST',
  path: '/v1/tasks/:id/complete',
  summary: 'Mark a task as done, and set the next one of the contact if you like',
  permission: 'contacts.update',
  params: ById,
  body: z.object({ version, next: TaskCreate.nullable().default(null) }).prefault({}),
  response: z.object({ task: Task, next: Task.nullable() }),
  errors: ['tasks.stale'],
  rateLimit: paces.edit,
});

export const reopenTask = endpoint({
  method: 'POST',
  path: '/v1/tasks/:id/reopen',
  summary: 'Open a task again that was marked as done',
  permission: 'contacts.update',
  params: ById,
  body: z.object({ version }).prefault({}),
  response: Task,
  errors: ['tasks.stale'],
  rateLimit: paces.edit,
});

export const cancelTask = endpoint({
  method: 'DELETE',
  path: '/v1/tasks/:id',
  summary: 'Cancel an open task',
  permission: 'contacts.update',
  params: ById,
  query: z.object({ version: PathId.optional() }),
  response: Nothing,
  errors: ['tasks.stale'],
  rateLimit: paces.edit,
});
