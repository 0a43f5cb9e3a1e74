// The texts of a text campaign: its own words, then other text campaigns' in order; each with its picture.
import { sql } from 'kysely';
import { maxTextMedia, textMediaTypes } from '#contract/texting.ts';
import { maxTextBody } from '#contract/texts.ts';
import type { Tx } from '#kernel/context.ts';
import { wrong } from '#kernel/errors.ts';
import type { ApprovedText, CampaignFields } from './campaigns.queries.ts';

interface Words {
  id: number;
  name: string;
  body: string;
  file_id: number | null;
  type: string | null;
  size: number | null;
}

/** Copied when it is approved: a later change of another campaign changes nothing that leaves. */
export async function textsOf(
  tx: Tx,
  id: number,
  { body, file_id, sms_trigger_ids }: Pick<CampaignFields, 'body' | 'file_id' | 'sms_trigger_ids'>,
): Promise<ApprovedText[]> {
  const { rows } = await sql<Words>`
    select t.id, t.name, case when t.id = ${id} then ${body} else t.body end as body, f.id as file_id, f.type, f.size
    from unnest(${[id, ...sms_trigger_ids]}::bigint[]) with ordinality w (id, place)
    join campaign_triggers t on t.company_id = ${tx.companyId} and t.id = w.id and t.trigger_type = 'sms'
    left join email_files f on f.company_id = ${tx.companyId}
      and f.id = case when t.id = ${id} then ${file_id}::bigint else t.file_id end
    order by w.place`.execute(tx.db);
  const written = rows.filter((row) => row.body.trim() !== '' || row.file_id !== null);
  if (rows.length < sms_trigger_ids.length + 1) throw wrong('all_sms_trigger_ids', 'One of these campaigns is no longer there');
  if (written.length === 0) throw wrong('body', 'Write the text');
  for (const { id: from, name, ...text } of written) {
    const field = from === id ? 'body' : 'all_sms_trigger_ids';
    if (text.body.length > maxTextBody) throw wrong(field, `The text of ${name} has more than ${maxTextBody} characters`);
    if (text.file_id === null) continue;
    if (!(textMediaTypes as readonly string[]).includes(text.type ?? '') || (text.size ?? 0) > maxTextMedia)
      throw wrong(from === id ? 'file' : field, 'A text takes a picture, PDF, MP3 or MP4 of 5 MB at most');
  }
  return written.map((text) => ({ body: text.body.trim(), files: text.file_id === null ? [] : [text.file_id] }));
}
