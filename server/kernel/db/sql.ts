// Small pieces of SQL that several areas use.
import { type RawBuilder, sql } from 'kysely';

/** Escapes text for a LIKE pattern. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** `column = any(ids)` as one parameter. */
export const isAny = (column: string, ids: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::bigint[])`;

export type Condition = RawBuilder<boolean>;
export const allOf = (conditions: Condition[]): Condition => sql.join(conditions, sql` and `);
