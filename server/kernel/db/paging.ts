// Pages of lists: by number for short ones (contract/kit/paging.ts), by sealed cursor for long ones.
import { sql } from 'kysely';
import type { Tx } from '#kernel/context.ts';

interface Page {
  page: number;
  limit: number;
}

/** The end of a query for one page. */
export const pageSql = ({ page, limit }: Page) => sql`limit ${limit} offset ${(page - 1) * limit}`;

export const pageMeta = ({ page, limit }: Page, total_count: number) => ({
  page,
  limit,
  total_count,
  total_pages: Math.max(1, Math.ceil(total_count / limit)),
});

/** Cursors of one list: they name the row where a page ended. Sealed, because a sort value may be one that its reader must not see. */
export const keysetOf = (purpose: string) => ({
  cursorOf: ({ seal, companyId }: Sealing, place: unknown[]): string =>
    seal.seal(JSON.stringify(place), purpose, companyId).toString('base64url'),
  /** Empty for a cursor that is not of this list and this company. */
  placeOf({ seal, companyId }: Sealing, cursor: string): unknown[] {
    try {
      return JSON.parse(seal.open(Buffer.from(cursor, 'base64url'), purpose, companyId)) as unknown[];
    } catch {
      return [];
    }
  },
});

export type Sealing = Pick<Tx, 'seal' | 'companyId'>;
