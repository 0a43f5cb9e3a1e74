// Texts whose sender counts clicks: the addresses in them become short ones of this product.
import { sql } from 'kysely';
import { segmentsOf } from '#contract/kit/segments.ts';
import { linksIn, withLinks } from '#contract/texts.ts';
import type { Tx } from '#kernel/context.ts';
import { keepLinks, textLinkTokenOf } from '../engine/sends.links.ts';

interface Text {
  id: number;
  send_id: number;
  secret: string;
  body: string;
  segments: number;
}

/** `origin`: of the installation; carriers refuse texts with links of public shorteners. */
export async function shortenLinks<T extends Text>(tx: Tx, texts: readonly T[], origin: string): Promise<T[]> {
  const { rows } = await sql<{ id: number; body: string }>`
    select s.id, s.body from sends s where s.company_id = ${tx.companyId} and s.track_clicks
      and s.id = any(${[...new Set(texts.map(({ send_id }) => send_id))]}::bigint[])`.execute(tx.db);
  const links = new Map(rows.map(({ id, body }) => [id, linksIn(body)]));
  for (const [id, hrefs] of links) if (hrefs.length > 0) await keepLinks(tx, id, hrefs);
  return texts.map((text) => {
    const hrefs = links.get(text.send_id) ?? [];
    if (hrefs.length === 0) return text;
    const body = withLinks(text.body, hrefs, (href) => `${origin}/l/${textLinkTokenOf(tx.companyId, text, href)}`);
    return { ...text, body, segments: segmentsOf(body) };
  });
}
