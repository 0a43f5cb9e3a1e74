// Users from a table: each row is checked like a typed form; those that pass become users in one transaction.

import { mustHaveMail } from '#areas/company/mail/mail.service.ts';
import { sniffFile } from '#areas/crm/imports/imports.service.ts';
import { findBusinessUnits } from '#areas/identity/users/users.service.ts';
import type { Role } from '#contract/permissions.ts';
import { assignableRoles, canManage, roleName } from '#contract/roles.ts';
import { AdminUserCreate } from '#contract/userAdmin.ts';
import { maxUserRows, shownUserRows, type UserFile, type UserFileRow, userFileColumns } from '#contract/userFiles.ts';
import { audit } from '#kernel/audit.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { wrong } from '#kernel/errors.ts';
import type { StoredFile } from '#kernel/files/files.ts';
import { readRows } from '#tables/reader.ts';
import { readable, storedSource, UnreadableFile } from '#tables/source.ts';
import { type FileUser, findOwnLogins, findTakenLogins, insertUsers, listPeopleByEmail } from './userAdmin.fileQueries.ts';
import { userAdminJobs } from './userAdmin.jobs.ts';
import { unitOf } from './userAdmin.policy.ts';
import { lockTree } from './userAdmin.queries.ts';
import { tellUsers, variantOf } from './userAdmin.service.ts';

type Column = (typeof userFileColumns)[number];
type Cells = { line: number } & Record<Column, string>;

export async function checkUserFile(ctx: Ctx, files: StoredFile[]): Promise<UserFile> {
  const { name, rows } = await readUsers(ctx, files);
  return inTenant(ctx, async (tx) => present(name, await checkRows(tx, rows, findOwnLogins)));
}

/** Invitations are a job each. */
export async function importUserFile(ctx: Ctx, files: StoredFile[]): Promise<UserFile> {
  mustHaveMail(ctx.platform);
  const { name, rows } = await readUsers(ctx, files);
  return inTenant(ctx, async (tx) => {
    await lockTree(tx);
    const checked = await checkRows(tx, rows, findTakenLogins);
    const users = checked.flatMap(({ user }) => user ?? []);
    if (users.length > 0) {
      for (const userId of await insertUsers(tx, users)) tx.enqueue(userAdminJobs.mailInvitation, { userId });
      await audit(tx, {
        action: 'users.imported',
        of: { type: 'company', id: tx.companyId },
        after: { file: name, users: users.length },
      });
      tellUsers(tx);
    }
    return present(name, checked);
  });
}

async function readUsers(ctx: Ctx, [file, ...others]: StoredFile[]): Promise<{ name: string; rows: Cells[] }> {
  if (!file || others.length > 0) throw wrong('file', 'Choose one file');
  const source = storedSource(ctx.platform.storage, file);
  const rows = await readable(async () => {
    const { layout, headings } = await sniffFile(source);
    const places = headings.map((heading) => columnOf(heading));
    const missing = (['first_name', 'last_name', 'email'] as const).filter((column) => !places.includes(column));
    if (missing.length > 0)
      throw new UnreadableFile(`This file has no column for ${missing.map((column) => labels[column]).join(', ')}.`);
    const found: Cells[] = [];
    let isHeading = true;
    for await (const batch of readRows(source, layout)) {
      for (const { line, cells } of batch.rows) {
        if (isHeading) {
          isHeading = false;
          continue;
        }
        if (cells.every((cell) => cell.trim() === '')) continue;
        const row = { line, ...empty };
        for (const [place, column] of places.entries()) if (column) row[column] = (cells[place] ?? '').trim();
        found.push(row);
      }
      if (found.length > maxUserRows)
        throw new UnreadableFile(`This file has more than ${maxUserRows.toLocaleString('en-US')} rows. Split it.`);
    }
    return found;
  });
  return { name: file.name, rows };
}

const labels = { first_name: 'first name', last_name: 'last name', email: 'e-mail' };
const empty = Object.fromEntries(userFileColumns.map((column) => [column, ''])) as Record<Column, string>;
const otherHeadings: Record<string, Column> = {
  mail: 'email',
  unit: 'business_unit',
  manager: 'manager_email',
  jobtitle: 'title',
};

function columnOf(heading: string): Column | undefined {
  const word = plainWord(heading);
  return userFileColumns.find((column) => plainWord(column) === word) ?? otherHeadings[word];
}
const plainWord = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

interface Checked {
  row: UserFileRow;
  /** Null where the row is refused. */
  user: FileUser | null;
}

async function checkRows(tx: Tx, rows: Cells[], findTaken: typeof findTakenLogins): Promise<Checked[]> {
  const variant = await variantOf(tx);
  const own = unitOf(tx.actor);
  const emails = rows.map(({ email }) => email.toLowerCase());
  const taken = new Set(await findTaken(tx, emails));
  const units = (await findBusinessUnits(tx)).filter(({ id }) => own === null || id === own);
  const people = await listPeopleByEmail(
    tx,
    own,
    rows.map(({ manager_email }) => manager_email.toLowerCase()),
  );
  const given = assignableRoles(variant, tx.actor.role, tx.actor.mayUse('regional'));
  const roleOf = (text: string): Role | undefined =>
    text === ''
      ? 'agent'
      : given.find((role) => plainWord(role) === plainWord(text) || folded(roleName(role, variant)) === folded(text));
  const unitIdOf = (text: string) =>
    text === ''
      ? tx.actor.businessUnitId
      : units.find(({ name, number }) => folded(name) === folded(text) || String(number) === text)?.id;
  const managers = new Set(rows.filter(({ role }) => canManage(roleOf(role) ?? 'agent')).map(({ email }) => email.toLowerCase()));

  const checked = rows.map((cells, place): Checked => {
    const email = cells.email.toLowerCase();
    const manager = cells.manager_email.toLowerCase();
    const [role, unit, above] = [roleOf(cells.role), unitIdOf(cells.business_unit), people.get(manager)];
    const problems: string[] = [];
    const typed = AdminUserCreate.pick({ first_name: true, last_name: true, email: true, title: true }).safeParse(cells);
    problems.push(
      ...(typed.error?.issues.map(({ message, path }) => (path[0] === 'title' ? 'The title is too long' : message)) ?? []),
    );
    if (taken.has(email)) problems.push('Another account has this e-mail address');
    if (emails.indexOf(email) !== place) problems.push('This e-mail address stands in the file twice');
    if (!role) problems.push(`You cannot give the role “${cells.role}”`);
    if (!unit) problems.push(`There is no business unit “${cells.business_unit}”`);
    const inFile = !above && managers.has(manager);
    if (manager && !inFile && !(above && canManage(above.role))) problems.push('The manager is not somebody who manages people');
    const user =
      typed.data && role && unit && problems.length === 0
        ? { ...typed.data, role, business_unit_id: unit, manager_id: above?.id ?? null, manager_email: inFile ? manager : null }
        : null;
    const shown = {
      role: role ? roleName(role, variant) : cells.role,
      business_unit: units.find(({ id }) => id === unit)?.name ?? cells.business_unit,
    };
    const name = `${cells.first_name} ${cells.last_name}`.trim();
    return {
      row: {
        line: cells.line,
        name,
        email: cells.email,
        manager: above?.name ?? cells.manager_email,
        title: cells.title,
        ...shown,
        problems,
      },
      user,
    };
  });
  refuseBelowNobody(checked);
  return checked;
}

/** A row whose manager's row is refused, or is below this one in a circle, has no place in the tree. */
function refuseBelowNobody(checked: Checked[]): void {
  const byEmail = new Map(checked.flatMap((one) => (one.user ? [[one.user.email.toLowerCase(), one] as const] : [])));
  const reachesTop = (one: Checked): boolean => {
    const seen = new Set<Checked>();
    let at: Checked | undefined = one;
    while (at?.user && !seen.has(at)) {
      if (at.user.manager_email === null) return true;
      seen.add(at);
      at = byEmail.get(at.user.manager_email);
    }
    return false;
  };
  const lost = checked.filter((one) => one.user && !reachesTop(one));
  for (const one of lost) {
    one.row.problems.push('The row of the manager is refused, or is below this one');
    one.user = null;
  }
}

function present(file_name: string, checked: Checked[]): UserFile {
  const [refused, accepted] = [checked.filter(({ user }) => !user), checked.filter(({ user }) => user)];
  return {
    file_name,
    accepted: accepted.length,
    refused: refused.length,
    rows: [...refused, ...accepted].slice(0, shownUserRows).map(({ row }) => row),
  };
}
