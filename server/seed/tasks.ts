// Invented tasks of the demo's owners: some overdue, some for today, most in the days after, some done.
import { sql } from 'kysely';
import type { Copy } from '#kernel/db/copy.ts';
import type { Db } from '#kernel/db/database.ts';
import { dayNumber, momentText } from './days.ts';
import { seeded, weighted } from './random.ts';

const kinds = weighted([
  ['call', 6],
  ['text', 2],
  ['meet', 2],
  ['email', 1],
] as const);
const notes = ['Compare plans', 'Ask about the spouse', 'Send the quote first', 'Annual review', '', '', ''];
/** Days from today. */
const days = weighted([
  [-3, 1],
  [-1, 2],
  [0, 3],
  [1, 3],
  [3, 3],
  [6, 3],
  [20, 4],
] as const);

const columns = ['company_id', 'contact_id', 'owner_id', 'created_by', 'kind', 'due_at', 'note', 'done_at', 'done_by'];

/** One in fifteen contacts has a next step. */
export async function copyTasks(db: Db, copy: Copy, { id: companyId, today }: { id: number; today: string }): Promise<void> {
  const { rows: contacts } = await sql<{ id: number; owner_id: number }>`
    select c.id, c.owner_id from contacts c
    where c.company_id = ${companyId} and c.owner_id is not null order by c.id`.execute(db);
  const random = seeded(companyId + 7);
  const first = dayNumber(today);
  const rows = function* () {
    for (const { id, owner_id } of contacts) {
      if (!random.chance(1 / 15)) continue;
      // In New York: from 9 in the morning to 5 in the afternoon, in winter.
      const hour = () => random.int(14, 21) * 3600;
      const done = random.chance(0.2) ? momentText(first - random.int(1, 20), hour()) : null;
      const due = done ?? momentText(first + random.pick(days), hour());
      yield [companyId, id, owner_id, owner_id, random.pick(kinds), due, random.pick(notes), done, done && owner_id];
    }
  };
  await copy('tasks', columns, rows());
}
