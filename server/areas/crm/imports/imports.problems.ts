// Values that an import could not read: stored with their chunk, counted and listed by reason, or as a file.
import { sql } from 'kysely';
import { inReach } from '#areas/crm/contacts/contacts.service.ts';
import { listCustomFields } from '#areas/crm/customFields/customFields.service.ts';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import type { ImportProblem } from '#contract/importProblems.ts';
import { type ImportAttempt, importTargets } from '#contract/imports.ts';
import { type Ctx, inTenant, readPage, type Tx } from '#kernel/context.ts';
import { csvOf } from '#tables/csvFile.ts';
import type { LineProblem } from './imports.chunks.ts';
import { getAttempt } from './imports.queries.ts';
import { cut } from './imports.text.ts';

/** Purpose of the seal (kernel/secrets/seal.ts). */
export const unreadValue = 'value that an import could not read';

type ReasonCounts = ImportAttempt['problems'];

/** Reasons counted one by one. A file has a few; the rows of any more are stored all the same. */
const maxReasons = 200;
/** Characters of a value in a list. */
const longestShown = 500;
/** Bytes of a statement's values: each is held several times on its way. */
const pageSize = 2 * 1024 * 1024;

export async function insertProblems(tx: Tx, importId: number, problems: LineProblem[]): Promise<void> {
  for (const page of pagesOf(problems)) {
    await sql`
      insert into import_problems (company_id, import_id, field, reason, line, value_sealed, rejected)
      select ${tx.companyId}::bigint, ${importId}::bigint, field, reason, line, value_sealed, rejected from unnest(
        ${page.map(({ field }) => field)}::text[], ${page.map(({ reason }) => reason)}::text[], ${page.map(({ line }) => line)}::int[],
        ${page.map(({ cell }) => tx.seal.seal(cell, unreadValue, tx.companyId))}::bytea[], ${page.map(({ rejected }) => rejected)}::boolean[]
      ) p(field, reason, line, value_sealed, rejected) on conflict do nothing`.execute(tx.db);
  }
}

/** The counts before, and a chunk's. */
export function countReasons(before: ReasonCounts, problems: LineProblem[]): ReasonCounts {
  if (problems.length === 0) return before;
  const counts = new Map(before.map((each) => [`${each.field} ${each.reason}`, { ...each }]));
  for (const { field, reason, rejected } of problems) {
    const key = `${field} ${reason}`;
    const count = counts.get(key) ?? { field, reason, rejected: 0, dropped: 0 };
    count[rejected ? 'rejected' : 'dropped']++;
    if (counts.has(key) || counts.size < maxReasons) counts.set(key, count);
  }
  return [...counts.values()].sort((a, b) => b.rejected + b.dropped - (a.rejected + a.dropped));
}

interface ProblemsQuery {
  field: string;
  reason: string;
  after: number;
  limit: number;
}

/** A page of the rows that have a reason, by line, each with the contact it made where that is in reach. Fewer than `limit` where values are long. */
export async function listProblems(tx: Tx, id: number, { field, reason, after, limit }: ProblemsQuery) {
  await getAttempt(tx, id); // 404 where it is somebody else's
  const { rows } = await sql<Omit<ImportProblem, 'value'> & { value_sealed: Buffer; found: number }>`
    select p.line, p.rejected, p.value_sealed, p.found,
      case when c.id is not null then json_build_object('id', c.id, 'name', trim(c.first_name || ' ' || c.last_name)) end as contact
    from (
      select line, rejected, value_sealed, count(*) over () as found,
        sum(octet_length(value_sealed)) over (order by line) - octet_length(value_sealed) as before
      from (select line, rejected, value_sealed from import_problems
        where company_id = ${tx.companyId} and import_id = ${id} and field = ${field} and reason = ${reason} and line > ${after}
        order by line limit ${limit + 1}) those
    ) p
    left join contacts c on c.company_id = ${tx.companyId} and c.import_id = ${id} and c.import_line = p.line and c.deleted_at is null
      and ${inReach(await reachOfActor(tx))}
    where p.before < ${pageSize} order by p.line limit ${limit}`.execute(tx.db);
  const data = rows.map(
    ({ value_sealed, found, ...row }): ImportProblem => ({
      ...row,
      value: field === 'medicare_number' ? '' : cut(tx.seal.open(value_sealed, unreadValue, tx.companyId), longestShown),
    }),
  );
  const last = rows.at(-1);
  return { data, meta: { next: last && last.found > rows.length ? last.line : null } };
}

/** A CSV: line, field, value and reason of every value that its contact came in without. */
export async function downloadDropped(ctx: Ctx, id: number) {
  const { attempt, labels } = await inTenant(ctx, async (tx) => {
    const { data } = await listCustomFields(tx);
    const custom = data.map(({ id, name }): [string, string] => [`custom:${id}`, name]);
    return { attempt: await getAttempt(tx, id), labels: new Map([...Object.entries<string>(importTargets), ...custom]) };
  });
  const rows = async function* () {
    yield ['Line', 'Field', 'Value', 'Reason'];
    for await (const { line, field, value, reason } of droppedValues(ctx, id))
      yield [String(line), labels.get(field) ?? 'Custom field', value, reason];
  };
  const name = `${attempt.file_name.replace(/\.\w+$/, '')} values left out.csv`;
  return { name, type: 'text/csv; charset=utf-8', content: csvOf(rows()) };
}

type Dropped = Pick<LineProblem, 'field' | 'reason' | 'line'> & { value_sealed: Buffer };

/** By field and reason, as they are stored. */
async function* droppedValues(ctx: Ctx, id: number) {
  for (let last: Dropped | undefined; ; ) {
    const after = last && sql`and (field, reason, line) > (${last.field}, ${last.reason}, ${last.line})`;
    const page: (Dropped & { value: string })[] = await readPage(ctx, async (tx) => {
      const { rows } = await sql<Dropped>`
        select field, reason, line, value_sealed from (
          select field, reason, line, value_sealed,
            sum(octet_length(value_sealed)) over (order by field, reason, line) - octet_length(value_sealed) as before
          from (select field, reason, line, value_sealed from import_problems
            where company_id = ${tx.companyId} and import_id = ${id} and not rejected ${after ?? sql``}
            order by field, reason, line limit 1000) p
        ) page where before < ${pageSize} order by field, reason, line`.execute(tx.db);
      return rows.map((row) => ({ ...row, value: tx.seal.open(row.value_sealed, unreadValue, tx.companyId) }));
    });
    last = page.at(-1);
    if (!last) return;
    yield* page;
  }
}

function* pagesOf(problems: LineProblem[]): Generator<LineProblem[]> {
  let page: LineProblem[] = [];
  let size = 0;
  for (const problem of problems) {
    page.push(problem);
    size += problem.cell.length;
    if (size < pageSize) continue;
    yield page;
    page = [];
    size = 0;
  }
  if (page.length > 0) yield page;
}
