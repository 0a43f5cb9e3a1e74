// The user's own web page: what it shows, with the files that they send for it.
import { sql } from 'kysely';
import { presentMe } from '#areas/identity/users/users.service.ts';
import type { Me, Webpage } from '#contract/me.ts';
import type { WebpageUpdate } from '#contract/webpage.ts';
import { pageLinks, type UploadName, uploads, userFileUrl } from '#contract/webpageParts.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { discardFiles, type StoredFile, type UploadedFile } from '#kernel/files/files.ts';
import { columnOf, type NewFiles, replaceFile, takeFiles } from './profile.files.ts';
import { holdProfile, writeProfile } from './profile.queries.ts';

export async function updateWebpage(ctx: Ctx, id: number, change: WebpageUpdate, sent: UploadedFile[]): Promise<Me> {
  if (id !== ctx.actor.userId) throw fail('not_found');
  if (Object.keys(change).length + sent.length === 0) throw fail('bad_request', { detail: 'Send a field to change, or a file.' });
  const made: StoredFile[] = [];
  try {
    const files = await takeFiles(ctx, sent, made);
    await inTenant(ctx, (tx) => storePage(tx, change, files));
  } catch (error) {
    await discardFiles(ctx, made, error);
    throw error;
  }
  await discardFiles(ctx, sent, null); // the originals of pictures: nothing keeps them
  return presentMe(ctx);
}

async function storePage(tx: Tx, { active, ...change }: WebpageUpdate, files: NewFiles): Promise<void> {
  await holdProfile(tx);
  const columns: Partial<Record<(typeof columnOf)[UploadName], number | null>> = {};
  for (const name of uploads) {
    const file = files[name] ?? change[name];
    if (file === undefined) continue;
    await replaceFile(tx, name, file);
    columns[columnOf[name]] = file?.id ?? null;
  }
  if (Object.keys(columns).length > 0) await writeProfile(tx, columns);
  const content = Object.fromEntries(Object.keys(empty).map((name) => [name, change[name as keyof typeof empty]]));
  await sql`
    insert into user_webpages (company_id, user_id, content, active)
    values (${tx.companyId}, ${tx.actor.userId}, ${JSON.stringify(content)}, ${active ?? false})
    on conflict (company_id, user_id) do update
    set content = user_webpages.content || excluded.content, active = coalesce(${active ?? null}, user_webpages.active)`.execute(
    tx.db,
  );
  tx.tell({ event: 'me.changed' }, { to: [tx.actor.userId] });
  if (columns.photo_id !== undefined) tx.tell({ event: 'users.changed' }, { to: 'users.manage' });
}

type Words = Omit<Webpage, 'active' | 'logo' | 'flyer'>;
const empty = { headline: '', phone: '', email: '', ...Object.fromEntries(pageLinks.map((name) => [name, ''])) } as Words;

export const noWebpage: Webpage = { ...empty, active: false, logo: null, flyer: null };

interface Row {
  content: Partial<Words> | null;
  active: boolean | null;
  files: { id: number; name: string; type: string; size: number }[];
  logo_id: number | null;
  flyer_id: number | null;
}

export async function findWebpage(tx: Tx): Promise<Webpage> {
  const id = tx.actor.userId;
  const { rows } = await sql<Row>`
    select w.content, w.active, u.logo_id, u.flyer_id, coalesce(jsonb_agg(jsonb_build_object(
      'id', f.id, 'name', f.name, 'type', f.type, 'size', f.size)) filter (where f.id is not null), '[]') as files
    from users u
    left join user_webpages w on w.company_id = ${tx.companyId} and w.user_id = u.id
    left join files f on f.company_id = ${tx.companyId} and f.id in (u.logo_id, u.flyer_id) and f.state = 'kept'
    where u.company_id = ${tx.companyId} and u.id = ${id}
    group by w.content, w.active, u.logo_id, u.flyer_id`.execute(tx.db);
  const row = rows[0];
  if (!row) return noWebpage;
  const fileOf = (name: UploadName, fileId: number | null) => {
    const file = row.files.find((one) => one.id === fileId);
    return file ? { name: file.name, type: file.type, size: file.size, url: userFileUrl(id, name, fileId) ?? '' } : null;
  };
  return {
    ...empty,
    ...row.content,
    active: row.active ?? false,
    logo: fileOf('logo', row.logo_id),
    flyer: fileOf('flyer', row.flyer_id),
  };
}
