// Users change their own profile. Administrators change role, e-mail and unit, which decide over access
// (userAdmin).
import { replanReminders } from '#areas/desk/calendar/calendar.service.ts';
import { presentMe } from '#areas/identity/users/users.service.ts';
import type { Variant } from '#contract/lookups.ts';
import type { Me } from '#contract/me.ts';
import type { ProfileUpdate } from '#contract/profile.ts';
import { titlesOf } from '#contract/titles.ts';
import { audit, changesOf, type Plain } from '#kernel/audit.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { findVariant, holdProfile, type ProfileRow, writeProfile } from './profile.queries.ts';

export { takePicture } from './profile.files.ts';

export async function updateProfile(ctx: Ctx, change: ProfileUpdate): Promise<Me> {
  await inTenant(ctx, (tx) => storeProfile(tx, change));
  return presentMe(ctx);
}

/** No other id has such a profile. */
export async function updateUserProfile(ctx: Ctx, id: number, change: ProfileUpdate): Promise<Me> {
  if (id !== ctx.actor.userId) throw fail('not_found');
  return updateProfile(ctx, change);
}

/** Colleagues see names and titles, so the audit log has their changes. The user's other screens follow at once. */
async function storeProfile(tx: Tx, { title, ...change }: ProfileUpdate): Promise<void> {
  const stored = await holdProfile(tx);
  const given = { ...change, ...(title !== undefined && { title: await titleOf(tx, title, stored) }) };
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  if (Object.keys(named).length === 0) return;
  await writeProfile(tx, named);
  if (named.timezone !== undefined) await replanReminders(tx, tx.actor.userId);
  const known = Object.fromEntries(Object.entries(named).filter(([name]) => name in stored)) as Record<string, Plain>;
  const { before, after } = changesOf(stored, known);
  if (Object.keys(after).length > 0) {
    await audit(tx, { action: 'users.changed', of: { type: 'user', id: tx.actor.userId }, before, after });
    tx.tell({ event: 'users.changed' }, { to: 'users.manage' });
  }
  tx.tell({ event: 'me.changed' }, { to: [tx.actor.userId] });
}

/** The words of the title, whose name or words are given. */
async function titleOf(tx: Tx, title: string, stored: ProfileRow): Promise<string> {
  if (title === '' || title === stored.title) return title;
  const titles = titlesOf[(await findVariant(tx)) as Variant];
  const words = Object.hasOwn(titles, title) ? titles[title] : Object.values(titles).find((one) => one === title);
  if (words === undefined) throw wrong('title', 'Choose a title from the list');
  return words;
}
