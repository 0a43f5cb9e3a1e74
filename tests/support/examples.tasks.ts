// Examples of the calls about tasks.
import { insertId } from '#areas/office/companies/companies.create.ts';
import type { CallOf, Endpoint } from '#contract/kit/endpoint.ts';
import type * as tasks from '#contract/tasks.ts';
import type { Targets } from './examples.ts';
import type { TestServer } from './server.ts';

type TaskCalls = {
  [Name in keyof typeof tasks as (typeof tasks)[Name] extends Endpoint ? Name : never]: CallOf<(typeof tasks)[Name]>;
};

/** Open ones to change, complete and cancel, and one that is done. `note`: in clear in all of them. */
export async function someTasks(
  { operator: { db } }: TestServer,
  company_id: number,
  contact_id: number,
  userId: number,
  note: string,
) {
  const add = (done?: Date) =>
    insertId(db, 'tasks', {
      company_id,
      contact_id,
      owner_id: userId,
      created_by: userId,
      kind: 'call',
      due_at: new Date(),
      note,
      ...(done && { done_at: done, done_by: userId }),
    });
  return { task: await add(), dueTask: await add(), cancelledTask: await add(), doneTask: await add(new Date()) };
}

export const dashboardCalls = {
  getDashboard: {},
  loadDashboardCard: { query: { type: 'tasks', scope: 'team' as const } },
  arrangeDashboardCard: { params: { name: 'tasks' }, body: { size: 'wide' as const, position: 1 } },
  arrangeDashboard: { body: { cards: [{ name: 'tasks', size: 'wide' as const, hidden: false }] } },
};

export function taskCalls(to: Targets): TaskCalls {
  const due_at = '2027-01-04T14:00:00Z';
  return {
    listTasks: { query: { tab: 'open', of: 'me', page: 1, limit: 5 } },
    listContactTasks: { params: { id: to.contact }, query: { page: 1, limit: 5 } },
    getTask: { params: { id: to.task } },
    createTask: { params: { id: to.contact }, body: { kind: 'meet', due_at, note: 'At the office', for: 'owner' } },
    updateTask: { params: { id: to.task }, body: { data: { due_at, for: 'me' } } },
    completeTask: { params: { id: to.dueTask }, body: { next: { kind: 'call', due_at } } },
    reopenTask: { params: { id: to.doneTask }, body: { version: 1 } },
    cancelTask: { params: { id: to.cancelledTask }, query: { version: 1 } },
  };
}
