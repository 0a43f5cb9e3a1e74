// Handsets of the demo, as the page /sandbox/phone shows them. A text from one goes to our own webhook as the
// carrier would bring it.
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { InputOf } from '#contract/kit/endpoint.ts';
import type {
  SandboxPhone,
  SandboxText,
  updateSandboxPhone as UpdateSandboxPhone,
  writeFromSandboxPhone as WriteFromSandboxPhone,
} from '#contract/sandboxPhones.ts';
import type { Platform, PublicCtx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { typeOf } from '#kernel/files/fileTypes.ts';
import type { Download } from '#kernel/http/downloads.ts';
import { carryCall } from './sandbox.carrier.ts';

const maxPhones = 50;
const maxTexts = 200;

function demoOf({ config, db }: Platform) {
  if (!config.demo) throw fail('not_found');
  return db;
}

export async function listSandboxPhones(platform: Platform, q: string) {
  const db = demoOf(platform);
  const digits = q.replace(/\D/g, '').slice(-10);
  const { rows: data } = await sql<SandboxPhone>`
    with texts as (
      select case when n.number is null then t.recipient else t.sender end as number, t.body, t.created_at
      from sandbox_texts t left join sandbox_numbers n on n.number = t.recipient),
    latest as (select distinct on (number) number, body, created_at from texts order by number, created_at desc),
    phones as (select number from latest union select number from sandbox_phones)
    select p.number, coalesce(s.is_off, false) as is_off, coalesce(s.is_slow, false) as is_slow, coalesce(s.loses_reports, false) as loses_reports,
      coalesce(nullif(left(l.body, 80), ''), case when l.number is null then '' else 'A picture' end) as excerpt, l.created_at as last_at
    from phones p left join latest l on l.number = p.number left join sandbox_phones s on s.number = p.number
    where p.number like ${`%${digits}%`} order by l.created_at desc nulls last, p.number limit ${maxPhones}`.execute(db);
  const lines = await db
    .selectFrom('sandbox_numbers')
    .select('number')
    .where('sms_url', 'is not', null)
    .orderBy('number')
    .execute();
  return { data, lines: lines.map(({ number }) => number) };
}

export async function getSandboxPhone(platform: Platform, number: string) {
  const db = demoOf(platform);
  const { rows } = await sql<SandboxText & { has_picture: boolean }>`
    select * from (
      select id, case when recipient = ${number} then 'in' else 'out' end as direction,
        case when recipient = ${number} then sender else recipient end as line, body, media, picture is not null as has_picture, created_at as at
      from sandbox_texts where recipient = ${number} or sender = ${number} order by created_at desc, id desc limit ${maxTexts}) t
    order by at, id`.execute(db);
  const texts = rows.map(({ has_picture, ...text }) => ({
    ...text,
    media: [...text.media.map(pathOf), ...(has_picture ? [`/v1/sandbox/texts/${text.id}/picture`] : [])],
  }));
  const last = texts.at(-1);
  return { ...(await stateOf(platform, number)), excerpt: last?.body.slice(0, 80) ?? '', last_at: last?.at ?? null, texts };
}

/** Of our own files alone: a page of this machine loads nothing from elsewhere. */
const pathOf = (url: string) => (URL.canParse(url) ? new URL(url).pathname : '');

async function stateOf(platform: Platform, number: string) {
  const row = await demoOf(platform).selectFrom('sandbox_phones').selectAll().where('number', '=', number).executeTakeFirst();
  return { number, is_off: row?.is_off ?? false, is_slow: row?.is_slow ?? false, loses_reports: row?.loses_reports ?? false };
}

export async function updateSandboxPhone(
  platform: Platform,
  number: string,
  change: InputOf<typeof UpdateSandboxPhone>['body'],
): Promise<SandboxPhone> {
  const row = { ...(await stateOf(platform, number)), ...change };
  await demoOf(platform)
    .insertInto('sandbox_phones')
    .values(row)
    .onConflict((conflict) => conflict.column('number').doUpdateSet(row))
    .execute();
  const { texts: _, ...phone } = await getSandboxPhone(platform, number);
  return phone;
}

/** Seconds. */
const tokenLife = 3600;

/** For calls to and from this handset. */
export async function openSandboxPhone(platform: Platform, number: string): Promise<{ token: string; ttl: number }> {
  const { is_off } = await stateOf(platform, number);
  if (is_off) throw fail('sandbox.phone_off');
  const token = await platform.voice?.issueHandset?.(number, tokenLife);
  if (token === undefined) throw fail('not_found');
  return { token, ttl: tokenLife };
}

/** Milliseconds that a slow network takes. */
const slowMs = 20_000;

export async function writeFromPhone(
  ctx: PublicCtx,
  number: string,
  { to, body, picture }: InputOf<typeof WriteFromSandboxPhone>['body'],
): Promise<{ data: SandboxText[] }> {
  const db = demoOf(ctx.platform);
  const { is_off, is_slow } = await stateOf(ctx.platform, number);
  if (is_off) throw fail('sandbox.phone_off');
  const line = await db.selectFrom('sandbox_numbers').select('sms_url').where('number', '=', to).executeTakeFirst();
  if (!line?.sms_url) throw fail('not_found');
  const bytes = picture === '' ? null : Buffer.from(picture, 'base64');
  const row = {
    sid: `${bytes ? 'MM' : 'SM'}${randomBytes(16).toString('hex')}`,
    sender: number,
    recipient: to,
    body,
    segments: 1,
    report: line.sms_url,
    picture: bytes,
    picture_type: bytes && typeOf(bytes, ''),
    call_due_at: new Date(ctx.clock().getTime() + (is_slow ? slowMs : 0)),
  };
  const { id } = await db.insertInto('sandbox_texts').values(row).returning('id').executeTakeFirstOrThrow();
  if (!is_slow) await carryCall(ctx, id);
  const { texts } = await getSandboxPhone(ctx.platform, number);
  return { data: texts.filter((text) => text.id === id) };
}

export async function getSandboxPicture(platform: Platform, id: number): Promise<Download> {
  const row = await demoOf(platform)
    .selectFrom('sandbox_texts')
    .select(['picture', 'picture_type'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row?.picture) throw fail('not_found');
  return { name: 'picture', type: row.picture_type ?? 'application/octet-stream', content: Readable.from([row.picture]) };
}
