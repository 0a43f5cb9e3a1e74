// The endpoints of a look-up, made once for all: `export const { list: listAdminCarriers, create: createCarrier } = crud({ … })`.
import { z } from 'zod';
import type { Permission } from '../permissions.ts';
import { ById, endpoint, Flag, List, Nothing, PathId, paces } from './endpoint.ts';

/** Rows of one look-up in one company. */
export const maxLookupRows = 500;

/** A row's position in its list, from 0. */
export const Place = z.int().min(0).max(10_000);

export const LookupQuery = z.object({
  q: z.string().trim().max(100).default(''),
  /** With it each row says how many records point at it, which may take a second. */
  counts: Flag.default(false),
});
export type LookupQuery = z.output<typeof LookupQuery>;

/** `used`: how many records point at this row; null without `counts`. */
const Used = z.object({ used: z.int().nullable() });

interface Crud<A, Row, Create, Update, Query> {
  path: `/${string}`;
  /** The rows' name in the plural: `carriers`. */
  rows: string;
  permission: A;
  row: Row;
  create: Create;
  /** An absent field stays; null clears. */
  update: Update;
  /** True where changes decide who sees what: refused while acting as another user. */
  oneself?: true;
  /** PUT where the whole row is sent. */
  updateBy?: 'PATCH' | 'PUT';
  /** The list's query, if it has more than `LookupQuery`. */
  query?: Query;
}

/**
 * Errors: `lookups.name_taken` with the text at its field; `lookups.in_use` with `data: { count }` if records point at the row and
 * `replace_with` names no other row. With `replace_with` a job moves the records to that row, then deletes this one.
 */
export function crud<
  const A extends Permission,
  Row extends z.ZodObject,
  Create extends z.ZodType,
  Update extends z.ZodType,
  Query extends z.ZodObject = typeof LookupQuery,
>(crud: Crud<A, Row, Create, Update, Query>) {
  const { path, rows, permission, row, create, update, updateBy = 'PATCH', oneself } = crud;
  const query = crud.query ?? (LookupQuery as z.ZodObject as Query);
  // A generic `extend` forgets what the row holds.
  const listed = row.extend(Used.shape) as unknown as z.ZodObject<Row['shape'] & typeof Used.shape>;
  const byId: `/${string}` = `${path}/:id`;
  const asOneself: { oneself?: true } = oneself ? { oneself } : {};
  return {
    list: endpoint({
      method: 'GET',
      path,
      summary: `The company's ${rows}, those whose name holds q; at most ${maxLookupRows}`,
      permission,
      long: true,
      query,
      response: List(listed),
      rateLimit: paces.look,
    }),
    get: endpoint({ method: 'GET', path: byId, summary: `One of the ${rows}`, permission, params: ById, response: row }),
    create: endpoint({
      method: 'POST',
      path,
      summary: `Add one to the ${rows}`,
      permission,
      ...asOneself,
      body: create,
      response: row,
      status: 201,
      errors: ['lookups.name_taken'],
      rateLimit: paces.edit,
    }),
    update: endpoint({
      method: updateBy,
      path: byId,
      summary: `Change one of the ${rows}${updateBy === 'PATCH' ? ': what is left out stays' : ''}`,
      permission,
      ...asOneself,
      params: ById,
      body: update,
      response: row,
      errors: ['lookups.name_taken'],
      rateLimit: paces.edit,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: byId,
      summary: `Delete one of the ${rows}, or have a job put another in its place first`,
      permission,
      ...asOneself,
      params: ById,
      query: z.object({ replace_with: PathId.optional() }),
      response: Nothing,
      errors: ['lookups.in_use'],
      rateLimit: paces.edit,
    }),
  };
}
