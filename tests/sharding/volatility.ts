// The volatility of an expression, as Citus determines it before it sends a change to a shard (multi_router_planner.c).
import type { Schema, Volatility } from './schema.ts';
import { as, columnPath, type Fields, has, list, names, nodesOf } from './tree.ts';

/** Names of functions below `root` with this volatility. */
export const volatileIn = (root: unknown, schema: Schema): string[] =>
  callsIn(root, schema).flatMap(({ name, volatility }) => (volatility === 'v' ? [name] : []));

export const mutableIn = (root: unknown, schema: Schema): string[] =>
  callsIn(root, schema).flatMap(({ name, volatility }) => (volatility === 'i' ? [] : [name]));

/** Stable functions of a column: each row would have its own result. Subqueries are planned apart. */
export const stableOfColumns = (root: unknown, schema: Schema): string[] =>
  callsIn(root, schema, ['SubLink']).flatMap(({ name, volatility, call }) =>
    volatility === 's' && has(call, 'ColumnRef', ['SubLink']) ? [name] : [],
  );

/** Functions in CASE and COALESCE that are not immutable. */
export const mutableWhereLazy = (root: unknown, schema: Schema): string[] =>
  ['CaseExpr', 'CoalesceExpr']
    .flatMap((type) => Array.from(nodesOf(root, type, ['SubLink']), (node) => mutableIn(node, schema)))
    .flat();

interface Call {
  name: string;
  volatility: Volatility;
  call: Fields;
}

function callsIn(root: unknown, schema: Schema, stop: string[] = []): Call[] {
  const functions = Array.from(nodesOf(root, 'FuncCall', stop), (call): Call => {
    const name = names(call.funcname).at(-1) ?? '';
    const count = name === 'unnest' ? 1 : list(call.args).length; // of several arrays it is one call each
    return { name, volatility: schema.volatility.get(`${name}/${count}`) ?? schema.volatility.get(`${name}/*`) ?? 'v', call };
  });
  const keywords = Array.from(
    nodesOf(root, 'SQLValueFunction', stop),
    (call): Call => ({ name: 'current_…', volatility: 's', call }),
  );
  const casts = Array.from(nodesOf(root, 'TypeCast', stop)).flatMap((call): Call[] => {
    const type = names((call.typeName as Fields | undefined)?.names).at(-1) ?? '';
    const moved = timeTypes.includes(type) && !as(call.arg, 'ParamRef') && !as(call.arg, 'A_Const');
    return moved ? [{ name: `::${type}`, volatility: 's', call }] : [];
  });
  const operators = Array.from(nodesOf(root, 'A_Expr', stop)).flatMap((call): Call[] =>
    isStableOperator(call, schema) ? [{ name: `operator ${names(call.name)[0]}`, volatility: 's', call }] : [],
  );
  return [...functions, ...keywords, ...casts, ...operators];
}

/** Casts from and to text depend on settings. */
const timeTypes = ['date', 'timestamptz', 'timestamp', 'time', 'timetz', 'interval'];

/** `||` of a text with anything else, `+` and `-` of a moment: found where an operand is a column of such a type. */
function isStableOperator(call: Fields, { spread }: Schema): boolean {
  const operator = names(call.name)[0];
  const types = [call.lexpr, call.rexpr].flatMap((side) => {
    const column = columnPath(side)?.at(-1);
    return column ? [...spread.values()].flatMap((columns) => columns.get(column) ?? []) : [];
  });
  const isText = list([call.lexpr, call.rexpr]).some((side) => typeof (as(side, 'A_Const')?.sval as Fields)?.sval === 'string');
  if (operator === '||') return isText && types.some((type) => !/^(?:text|jsonb|bytea)$|\[\]$/.test(type));
  return (operator === '+' || operator === '-') && types.some((type) => type === 'timestamp with time zone');
}
