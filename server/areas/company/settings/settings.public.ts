// Settings that anyone may read, by company: its own host names are not known here yet, so the query or the browser's session names it.
import { Readable } from 'node:stream';
import type { PublicSetting } from '#contract/settings.ts';
import { systemActor } from '#kernel/actors.ts';
import { inTenant, type PublicCtx, type Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import type { Download } from '#kernel/http/downloads.ts';
import { companyOf, sessionCookie } from '#kernel/http/sessions.ts';
import type { Setting } from '#kernel/settings.ts';
import { findFileOf, findSettingRow } from './settings.queries.ts';
import { find, present, type ShownSetting } from './settings.service.ts';

export async function getPublicSetting(ctx: PublicCtx, all: Setting[], name: string, company?: number): Promise<PublicSetting> {
  const setting = findPublic(all, name);
  const { value, file } = await inCompany(ctx, company, async (tx) =>
    present(tx, setting, await findSettingRow(tx, setting.name)),
  );
  return { name, value, file };
}

export async function downloadPublicSetting(ctx: PublicCtx, all: Setting[], name: string, company?: number): Promise<Download> {
  const setting = findPublic(all, name);
  const file = await inCompany(ctx, company, async (tx) =>
    setting.shown.kind === 'file' ? findFileOf(tx, await findSettingRow(tx, setting.name)) : undefined,
  );
  if (!file) throw fail('not_found');
  return { name: file.name, type: file.type, content: Readable.from(ctx.platform.storage.read(file, 0, file.size)) };
}

function findPublic(all: Setting[], name: string): ShownSetting {
  const setting = all.find((one) => one.shown?.public && one.name.endsWith(`.${name}`));
  return find(all, setting?.name ?? '');
}

function inCompany<T>(ctx: PublicCtx, company: number | undefined, work: (tx: Tx) => Promise<T>): Promise<T> {
  const companyId = company ?? companyOf(ctx.cookies.get(sessionCookie));
  if (companyId === null) throw fail('not_found');
  return inTenant({ ...ctx, actor: systemActor(companyId) }, work);
}
