// Small pieces of SQL that several areas write.
import { type RawBuilder, sql } from 'kysely';

/** For use inside a LIKE pattern. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** `column = any(ids)` with one parameter, however many ids. */
export const isAny = (column: string, ids: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::bigint[])`;

export type Condition = RawBuilder<boolean>;
export const allOf = (conditions: Condition[]): Condition => sql.join(conditions, sql` and `);
