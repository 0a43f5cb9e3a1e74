// Finds what a cluster sharded by company refuses, or sends to every shard, in one statement. The rules are Citus's; the
// reasons are in docs/decisions/0031-all-sql-runs-on-a-sharded-cluster.md.
import type { Schema } from './schema.ts';
import { as, columnPath, type Fields, has, list, names, nodesOf, statementsOf } from './tree.ts';
import { mutableIn, mutableWhereLazy, stableOfColumns, volatileIn } from './volatility.ts';

/** `app` works inside one company; `operator` may read and clean up across all. */
export type StatementRole = 'app' | 'operator';

/** The problems of the text, in sentences; empty if a cluster runs it. */
export function problemsOf(text: string, role: StatementRole, schema: Schema): string[] {
  let statements: Fields[];
  try {
    statements = statementsOf(text);
  } catch (error) {
    return [`PostgreSQL cannot read it: ${(error as Error).message}`];
  }
  const problems = statements.flatMap((statement) => inside(statement, { role, schema, ctes: new Set() }));
  if (statements.length > 1) problems.push('is several statements: send each by itself');
  return [...new Set(problems)];
}

interface Scope {
  role: StatementRole;
  schema: Schema;
  /** Names of visible common table expressions. */
  ctes: ReadonlySet<string>;
}

const rulesByType: Record<string, (query: Fields, scope: Scope) => string[]> = {
  SelectStmt: (query, scope) => [...bound(query, [], scope), ...locked(query, scope), ...acrossCompanies(query, scope)],
  InsertStmt: inserted,
  UpdateStmt: (query, scope) => [...bound(query, [query.relation], scope), ...changed(query, scope)],
  DeleteStmt: (query, scope) => [...bound(query, [query.relation], scope), ...changed(query, scope)],
  MergeStmt: () => ['uses MERGE: use INSERT … ON CONFLICT'],
  CopyStmt: ({ relation }, scope) =>
    scope.role === 'app' && isSpread(relation, scope)
      ? [`copies into ${tableOf(relation)}: copy into a temporary table and insert from there`]
      : [],
};

function inside(node: unknown, scope: Scope): string[] {
  if (Array.isArray(node)) return node.flatMap((item) => inside(item, scope));
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([type, held]) => {
    const rules = rulesByType[type];
    return rules ? checkQuery(held as Fields, rules, scope) : inside(held, scope);
  });
}

function checkQuery(query: Fields, rules: (query: Fields, scope: Scope) => string[], outer: Scope): string[] {
  const ctes = list((query.withClause as Fields | undefined)?.ctes).map((cte) => as(cte, 'CommonTableExpr') ?? {});
  const scope = { ...outer, ctes: new Set([...outer.ctes, ...ctes.map(({ ctename }) => String(ctename))]) };
  const arms = [query.larg, query.rarg].flatMap((arm) => (arm ? [{ SelectStmt: arm }] : []));
  const { larg, rarg, ...rest } = query;
  return [...rules(query, scope), ...ctes.flatMap(answers), ...inside(rest, scope), ...inside(arms, scope)];
}

/** A change inside WITH must return something. */
function answers({ ctename, ctequery }: Fields): string[] {
  const change = as(ctequery, 'InsertStmt') ?? as(ctequery, 'UpdateStmt') ?? as(ctequery, 'DeleteStmt');
  return change && !endsWell(change) ? [`${ctename}: a change inside WITH needs RETURNING or ON CONFLICT DO NOTHING`] : [];
}

const endsWell = ({ returningClause, onConflictClause }: Fields) =>
  Boolean(returningClause) || (onConflictClause as Fields | undefined)?.action === 'ONCONFLICT_NOTHING';

// ── company_id on every alias ───────────────────────────────────────────────

interface Relation {
  table: string;
  alias: string;
  /** Tenant tables. */
  spread: boolean;
}

function bound(query: Fields, targets: unknown[], scope: Scope): string[] {
  const from = [...list(query.fromClause), ...list(query.usingClause)];
  const relations = [...targets.map((target) => ({ RangeVar: target })), ...from].flatMap((item) => relationsOf(item, scope));
  const open = relations.filter(({ spread }) => spread);
  const conditions = [query.whereClause, ...from.flatMap(conditionsOf)].flatMap(conjuncts);
  if (open.length === 0 || conditions.some(isFalse)) return [];
  const named = new Set(conditions.flatMap((condition) => companyNamed(condition, open, scope)));
  const alone = scope.role === 'operator' && open.length === 1 && relations.length === 1 && !query.lockingClause;
  if (alone) return [];
  return open.flatMap(({ table, alias }) =>
    named.has(alias)
      ? []
      : [`${alias === table ? table : `${table} ${alias}`}: needs ${alias}.company_id = $n, so that one shard is asked`],
  );
}

function relationsOf(item: unknown, scope: Scope): Relation[] {
  const join = as(item, 'JoinExpr');
  if (join) return [join.larg, join.rarg].flatMap((side) => relationsOf(side, scope));
  const relation = as(item, 'RangeVar');
  if (!relation) return [];
  const table = tableOf(relation);
  const alias = String((relation.alias as Fields | undefined)?.aliasname ?? table);
  return [{ table, alias, spread: isSpread(relation, scope) }];
}

const tableOf = (relation: unknown) => String((relation as Fields).relname);
const isCte = (relation: unknown, { ctes }: Scope) => !(relation as Fields).schemaname && ctes.has(tableOf(relation));
const isSpread = (relation: unknown, scope: Scope) => !isCte(relation, scope) && scope.schema.spread.has(tableOf(relation));

function conditionsOf(item: unknown): unknown[] {
  const join = as(item, 'JoinExpr');
  return join ? [join.quals, ...conditionsOf(join.larg), ...conditionsOf(join.rarg)] : [];
}

function conjuncts(condition: unknown): unknown[] {
  const all = as(condition, 'BoolExpr');
  if (all?.boolop === 'AND_EXPR') return list(all.args).flatMap(conjuncts);
  return condition ? [condition] : [];
}

/** `where false`: no shard is asked. */
const isFalse = (condition: unknown) => {
  const constant = as(condition, 'A_Const');
  return constant !== undefined && 'boolval' in constant && !(constant.boolval as Fields).boolval;
};

/**
 * Aliases whose company a condition gives. An operator's may follow from another's, as rows of different shards
 * never meet.
 */
function companyNamed(condition: unknown, open: Relation[], { role }: Scope): string[] {
  const equal = as(condition, 'A_Expr');
  if (equal?.kind !== 'AEXPR_OP' || names(equal.name)[0] !== '=') return [];
  const sides = [equal.lexpr, equal.rexpr];
  const aliases = sides.map((side) => companyAlias(side, open));
  if (aliases.every((alias) => alias !== undefined)) return role === 'operator' ? aliases : [];
  const at = aliases.findIndex((alias) => alias !== undefined);
  return at >= 0 && isGiven(sides[1 - at]) ? [aliases[at] as string] : [];
}

/** An alias of this query, or of one around it. */
function companyAlias(side: unknown, open: Relation[]): string | undefined {
  const path = columnPath(side);
  if (path?.at(-1) !== 'company_id') return undefined;
  return path.length > 1 ? path.at(-2) : open.length === 1 ? open[0]?.alias : undefined;
}

/** A parameter, or a constant, with any cast. */
function isGiven(value: unknown): boolean {
  const cast = as(value, 'TypeCast');
  return cast ? isGiven(cast.arg) : Boolean(as(value, 'ParamRef') ?? as(value, 'A_Const'));
}

// ── changes ─────────────────────────────────────────────────────────────────

const isChecked = ({ relation }: Fields, { schema }: Scope) =>
  schema.spread.has(tableOf(relation)) || schema.everywhere.has(tableOf(relation));

function changed(query: Fields, scope: Scope): string[] {
  if (!isChecked(query, scope)) return [];
  const { schema } = scope;
  const values = list(query.targetList).map((target) => as(target, 'ResTarget') ?? {});
  const expressions = [...values.map(({ val }) => val), query.whereClause];
  return [
    ...told(volatileIn(query, schema), 'is volatile: no UPDATE or DELETE may hold it'),
    ...told(stableOfColumns(expressions, schema), 'is not immutable, and an UPDATE or DELETE gives it a column'),
    ...told(mutableWhereLazy(expressions, schema), 'is not immutable, and stands in CASE or COALESCE of an UPDATE or DELETE'),
    ...(values.some(({ name }) => name === 'company_id') ? ['sets company_id: a row stays in its shard'] : []),
    ...returned(query, scope),
  ];
}

const returned = (query: Fields, { schema }: Scope) =>
  told(
    mutableIn(query.returningClause, schema),
    'is not immutable, and stands in RETURNING: return columns, build from them outside',
  );

const told = (functions: string[], what: string) => functions.map((name) => `${name} ${what}`);

function inserted(query: Fields, scope: Scope): string[] {
  if (!isChecked(query, scope)) return [];
  const source = as(query.selectStmt, 'SelectStmt') ?? {};
  const rows = list(source.valuesLists);
  const columns = list(query.cols).map((column) => as(column, 'ResTarget')?.name);
  const conflict = (query.onConflictClause ?? {}) as Fields;
  const set = list(conflict.targetList).map((target) => as(target, 'ResTarget') ?? {});
  return [
    ...(rows.some((row) => has(row, 'SubLink')) ? ['has a subquery in VALUES: use INSERT … SELECT'] : []),
    ...(scope.role === 'app' && rows.length === 0 && query.selectStmt && !endsWell(query)
      ? ['INSERT … SELECT needs RETURNING or ON CONFLICT DO NOTHING']
      : []),
    ...(namesCompany(source, columns.indexOf('company_id')) || scope.role === 'operator'
      ? []
      : ['inserts without company_id = $n']),
    ...told(
      mutableIn([...set.map(({ val }) => val), conflict.whereClause], scope.schema),
      'is not immutable, and stands in ON CONFLICT DO UPDATE: set excluded.<column>',
    ),
    ...(set.some(({ name }) => name === 'company_id') ? ['sets company_id: a row stays in its shard'] : []),
    ...returned(query, scope),
  ];
}

function namesCompany(source: Fields, at: number): boolean {
  if (at < 0) return false;
  const rows = list(source.valuesLists).map((row) => list(as(row, 'List')?.items)[at]);
  if (rows.length > 0) return rows.every(isGiven);
  const arms = [source.larg, source.rarg].filter(Boolean) as Fields[];
  if (arms.length > 0) return arms.every((arm) => namesCompany(arm, at));
  return isGiven(as(list(source.targetList)[at], 'ResTarget')?.val);
}

/** The operator's statements may combine the answers of all shards; others may not. */
function acrossCompanies(query: Fields, { role }: Scope): string[] {
  if (role !== 'operator') return [];
  return [
    ...(has(query.groupClause, 'GroupingSet') ? ['GROUPING SETS across companies'] : []),
    ...((query.withClause as Fields | undefined)?.recursive ? ['WITH RECURSIVE across companies'] : []),
  ];
}

/** Rows are locked in their shard; a temporary table is on another node. */
function locked(query: Fields, scope: Scope): string[] {
  if (!query.lockingClause) return [];
  return Array.from(nodesOf(query, 'RangeVar')).flatMap((relation) =>
    isTemporary(relation, scope) ? [`FOR UPDATE reads the temporary table ${tableOf(relation)}: pass the ids as an array`] : [],
  );
}

function isTemporary(relation: Fields, scope: Scope): boolean {
  const { spread, everywhere, local } = scope.schema;
  const table = tableOf(relation);
  const known = spread.has(table) || everywhere.has(table) || local.has(table) || table.startsWith('pg_');
  return !relation.schemaname && !known && !isCte(relation, scope);
}
