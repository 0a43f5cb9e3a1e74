// The preview of an import: the first rows of a file as the form would store them.
import { mustKnowReferences } from '#areas/crm/contacts/contacts.service.ts';
import type { ImportForm, ImportPreview } from '#contract/imports.ts';
import { type Ctx, inTenant } from '#kernel/context.ts';
import { firstRows } from '#tables/reader.ts';
import type { FileRow } from '#tables/rows.ts';
import { readable, storedSource } from '#tables/source.ts';
import { oddDays } from './imports.days.ts';
import { lookupsOf } from './imports.lookups.ts';
import { matchRows, withKeys } from './imports.match.ts';
import { fileOf, getAttempt } from './imports.queries.ts';
import { sortRows } from './imports.sort.ts';
import { mustName, referencesOf } from './imports.targets.ts';
import { cut, lineOf } from './imports.text.ts';
import {
  type ImportPlan,
  type Lookups,
  nameOf,
  type ParsedRow,
  parseRow,
  planOf,
  type RowProblem,
  rowProblem,
} from './imports.values.ts';

/** Rows a preview looks at. */
const previewed = 1_000;
/** Rows it shows from the file's beginning, and of each outcome. */
const shown = 50;
/** Rows it shows of each reason. */
const shownOfReason = 25;
/** Reasons, and values of each, that it tells. */
const maxReasons = 50;
const maxValues = 20;
/** Characters of a value that it shows. */
const longestShown = 500;

export async function previewFile(ctx: Ctx, id: number, form: ImportForm): Promise<ImportPreview> {
  mustName(form);
  const rows = await readable(async () => {
    const { file, layout } = await inTenant(ctx, async (tx) => {
      await mustKnowReferences(tx, referencesOf(form));
      const attempt = await getAttempt(tx, id);
      return { file: await fileOf(tx, attempt), layout: attempt.sniffed.layout };
    });
    return firstRows(storedSource(ctx.platform.storage, file), layout, form.has_headings, previewed);
  });
  return inTenant(ctx, async (tx) => {
    const lookups = await lookupsOf(tx);
    const plan = planOf(form, lookups, tx.clock().toISOString().slice(0, 10));
    const parsed = rows.map((row): { row: FileRow; result: ParsedRow } => ({
      row,
      result: row.problem === null ? parseRow(row.cells, plan, row.line) : { errors: [rowProblem(row.problem)] },
    }));
    const parsedRows = parsed.flatMap(({ row: { line }, result }) =>
      'values' in result ? [{ line, values: result.values }] : [],
    );
    const by = form.scrub_against.rule === 'create' ? [] : form.scrub_against.by;
    const good = await withKeys(tx, parsedRows, by);
    const matches = await matchRows(tx, good, by);
    const { outcomes } = sortRows(structuredClone(good), matches, form.scrub_against);
    const totals = { create: 0, update: 0, skip: 0, reject: 0 };
    const reasons = new Map<string, Reason>();
    const answer: ImportPreview['rows'] = [];
    for (const { row, result } of parsed) {
      const outcome = outcomes.get(row.line) ?? 'reject';
      const problems = 'errors' in result ? result.errors : result.problems;
      totals[outcome]++;
      const isWanted = problems.map((problem) => count(reasons, problem) <= shownOfReason).some(Boolean);
      if (answer.length >= shown && totals[outcome] > shown && !isWanted) continue;
      answer.push({
        line: row.line,
        outcome,
        values: valuesAsText(form, row, result, plan),
        errors: Object.fromEntries(problems.map(({ field, reason, action }) => [field, { reason, action }])),
        matches: matches.get(row.line) ?? null,
      });
    }
    const problems = [...reasons.values()].sort((a, b) => b.count - a.count).slice(0, maxReasons);
    const warnings = oddOrders(rows, plan, lookups);
    return { rows: answer, looked_at: rows.length, totals, warnings, problems: problems.map(present) };
  });
}

/** Days that cannot be read as their column is: the others may be meant otherwise, too. */
function oddOrders(rows: FileRow[], { steps, correct }: ImportPlan, { customFields }: Lookups): string[] {
  return steps.flatMap(({ days, column, ...target }) => {
    if (days === null) return [];
    const cells = rows.map(({ line, cells }) => correct?.(target.field, line, cells[column] ?? '') ?? cells[column] ?? '');
    return oddDays(cells, days).map(({ order, count }) => {
      const odd = count === 1 ? 'one date only fits' : `${count.toLocaleString('en-US')} dates only fit`;
      return `${nameOf(target, customFields)}: ${odd} ${orderWords[order]}. The column is read ${orderWords[days]}.`;
    });
  });
}

const orderWords = { mdy: 'month first', dmy: 'day first', ymd: 'year first' };

type Reason = Pick<RowProblem, 'field' | 'reason' | 'action'> & {
  count: number;
  /** By the text that a correction knows it by. */
  values: Map<string, { value: string; count: number }>;
};

/** How often its reason has occurred by now. */
function count(reasons: Map<string, Reason>, { field, reason, action, cell }: RowProblem): number {
  const key = `${field} ${reason}`;
  const known = reasons.get(key) ?? { field, reason, action, count: 0, values: new Map() };
  reasons.set(key, known);
  const line = lineOf(cell);
  const same = known.values.get(line.toLowerCase()) ?? { value: cut(line, longestShown), count: 0 };
  known.values.set(line.toLowerCase(), { ...same, count: same.count + 1 });
  return ++known.count;
}

function present({ values, ...reason }: Reason): ImportPreview['problems'][number] {
  if (reason.field === 'row' || reason.field === 'medicare_number') return { ...reason, values: [], others: 0 };
  const commonest = [...values.values()].sort((a, b) => b.count - a.count).slice(0, maxValues);
  return { ...reason, values: commonest, others: values.size - commonest.length };
}

/** The stored text of each mapped cell; the file's own text where it cannot be read or its row is rejected. */
function valuesAsText(form: ImportForm, row: FileRow, result: ParsedRow, { correct }: ImportPlan): Record<string, string> {
  const problems = 'errors' in result ? result.errors : result.problems;
  const wrong = new Map(problems.map(({ field, cell }) => [field, lineOf(cell)]));
  const entries = form.fields.flatMap(({ field, column }): [string, string][] => {
    if (field === null) return [];
    const stored = 'values' in result && (result.values as unknown as Record<string, unknown>)[field];
    const isText = (typeof stored === 'string' && stored !== '') || (typeof stored === 'boolean' && 'values' in result);
    const cell = row.cells[column] ?? '';
    const text = wrong.get(field) ?? (isText ? String(stored) : (correct?.(field, row.line, cell) ?? cell));
    return [[field, field === 'medicare_number' && text ? `••••${text.slice(-4)}` : cut(text, longestShown)]];
  });
  return Object.fromEntries(entries);
}
