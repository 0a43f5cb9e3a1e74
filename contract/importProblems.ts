// Values that an import could not read: each with its reason, and the result for its row.
import { z } from 'zod';
import { ById, endpoint, Limit, Line, Nothing } from './kit/endpoint.ts';
import { Person } from './users.ts';

export const ImportProblem = z
  .object({
    /** Line in the file, from 1. */
    line: z.int(),
    /** As in the file; '' if it must not be shown. */
    value: z.string(),
    /** Whether the row was rejected; otherwise the contact was stored without the value. */
    rejected: z.boolean(),
    /** The contact made from this line, if it is still within reach. */
    contact: Person.nullable(),
  })
  .meta({ id: 'ImportProblem' });
export type ImportProblem = z.output<typeof ImportProblem>;

export const listImportProblems = endpoint({
  method: 'GET',
  path: '/v1/contacts/import_attempts/:id/problems',
  summary: 'The rows of an import with one given problem, by line',
  permission: 'contacts.import',
  params: ById,
  query: z.object({
    field: Line(100).min(1),
    reason: Line(500).min(1),
    after: z.coerce.number().pipe(z.int().min(0).max(2_147_483_647)).default(0),
    limit: Limit(50),
  }),
  response: z.object({ data: z.array(ImportProblem), meta: z.object({ next: z.int().nullable() }) }),
});

export const downloadDroppedValues = endpoint({
  method: 'GET',
  path: '/v1/contacts/import_attempts/:id/dropped.csv',
  summary: 'Every value that the import left out: line, field, value in the file, reason',
  permission: 'contacts.import',
  kind: 'stream',
  params: ById,
  response: Nothing,
});
