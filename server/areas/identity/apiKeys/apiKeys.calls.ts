// The calls with a key: a page, and all of them as a file. kernel/http/apiKeyLog.ts writes the rows.
import { type Ctx, inTenant, readPage, type Tx } from '#kernel/context.ts';
import { keysetOf } from '#kernel/db/paging.ts';
import type { Download } from '#kernel/http/downloads.ts';
import { type SpreadsheetFormat, spreadsheetOf, spreadsheetTypes } from '#tables/spreadsheet.ts';
import { getOwnKey } from './apiKeys.own.ts';
import { type CallRow, findCalls } from './apiKeys.queries.ts';

const places = keysetOf('api_key_calls');
const placeOf = ({ exact_at, id }: CallRow) => [exact_at, id];

export async function listCalls(tx: Tx, id: number, { cursor, limit }: { cursor?: string | undefined; limit: number }) {
  await getOwnKey(tx, id);
  const rows = await findCalls(tx, id, cursor ? places.placeOf(tx, cursor) : [], limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { data: page, meta: { next_cursor: rows.length > limit && last ? places.cursorOf(tx, placeOf(last)) : null } };
}

const columns = [
  { key: 'at', label: 'Time (UTC)' },
  { key: 'method', label: 'Method' },
  { key: 'path', label: 'Path' },
  { key: 'status', label: 'Status' },
  { key: 'address', label: 'From' },
];

export async function exportCalls(ctx: Ctx, id: number, format: SpreadsheetFormat): Promise<Download> {
  const { prefix } = await inTenant(ctx, (tx) => getOwnKey(tx, id));
  const rows = async function* () {
    for (let after: unknown[] = []; ; ) {
      const page = await readPage(ctx, (tx) => findCalls(tx, id, after, 1_000));
      for (const { at, method, path, status, address } of page) yield { at, method, path, status, address };
      const last = page.at(-1);
      if (!last) return;
      after = placeOf(last);
    }
  };
  return {
    name: `calls of ${prefix}.${format}`,
    type: spreadsheetTypes[format],
    content: spreadsheetOf(format, columns, rows()),
  };
}
