// The parse tree of libpg-query, walked without its several hundred types: a node is an object with one key, its type.
import { loadModule, parseSync } from 'libpg-query';

export type Fields = Record<string, unknown>;

await loadModule();

/** The statements of a text, by type. Throws on a text that PostgreSQL cannot read. */
export const statementsOf = (text: string): Fields[] => (parseSync(text).stmts ?? []).map(({ stmt }) => stmt as Fields);

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The content of a node of this type; undefined for another type. */
export const as = (node: unknown, type: string): Fields | undefined => {
  const held = isFields(node) ? node[type] : undefined;
  return isFields(held) ? held : undefined;
};

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : value ? [value] : []);

/** Every node of a type below `root`; not below one that `stop` names. */
export function* nodesOf(root: unknown, type: string, stop: string[] = []): Generator<Fields> {
  if (Array.isArray(root)) for (const item of root) yield* nodesOf(item, type, stop);
  if (!isFields(root)) return;
  for (const [key, value] of Object.entries(root)) {
    if (key === type && isFields(value)) yield value;
    if (!stop.includes(key)) yield* nodesOf(value, type, stop);
  }
}

export const has = (root: unknown, type: string, stop?: string[]): boolean => !nodesOf(root, type, stop).next().done;

/** `c.company_id` is ['c', 'company_id']. */
export const columnPath = (node: unknown): string[] | undefined => {
  const column = as(node, 'ColumnRef');
  return column && names(column.fields);
};

export const names = (value: unknown): string[] =>
  list(value).flatMap((item) => {
    const text = as(item, 'String')?.sval;
    return typeof text === 'string' ? [text] : [];
  });
