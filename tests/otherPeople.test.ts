// Rows out of reach do not exist either: an agent, a manager and a unit's administrator try every call on rows of somebody in
// another unit; an agent and a manager also on those of a colleague in their own unit.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '#contract/index.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { allows, type Permission, type Role } from '#contract/permissions.ts';
import { type Calls, type EndpointName, exampleCalls, someTargets, type Targets } from './support/examples.ts';
import { aCompany, type TestCompany } from './support/factories.ts';
import { checksums, differences, withTheirs } from './support/places.ts';
import { aServer, send, type TestServer } from './support/server.ts';

/** Kinds of rows that belong to somebody; the others are the company's, and everybody's to name. */
const personal = [
  'contact',
  'twin',
  'merge',
  'note',
  'activity',
  'event',
  'conversation',
  'call',
  'callSid',
  'dialSession',
  'receivedFile',
  'receivedMessage',
  'savedView',
  'task',
  'phoneNumber',
  'deletedView',
  'email',
  'emailFile',
  'user',
  'colleague',
  'session',
  'passkey',
  'importAttempt',
  'bulkAction',
  'transfer',
  'pool',
  'group',
  'businessUnit',
] as const satisfies (keyof Targets)[];
/** A unit's own pools, groups and the unit itself are a colleague's to name. */
const colleagues = personal.filter((kind) => !['pool', 'group', 'businessUnit'].includes(kind));

/** Answered, and why that is right: nothing of theirs is in the answer or changed. */
const answered: Record<string, RegExp> = {
  'a filter that fits none in reach':
    /^(listUsers|listDownline|listAdmin\w+|listPools|listGroups|listCorporations|listContactTimeline) query\.|contacts_scope\.|^listConversations query\.contact_id|^listEmailHistory body\.sender_id|^listSends query\.|^fetchCallLogs body\.|^(listEmailLogs|exportEmailLogs) query\.(sender_id|campaign_trigger_id)/,
  'a colleague of the same unit, whose name everyone there sees; others are refused (favorites.test)':
    /^(createFavorite|deleteFavorite) body\.favorite_id/,
  'everyone in the company sees the photo, logo and flyer of a colleague': /^downloadUserFile params\.id/,
  'ids whose names are asked for: what is not found is left out': /^(listAssignees|countSavedViews) query\.ids/,
  'a call can be passed on to everyone in the company': /^(transferCall|consultColleague) body\.user_id/,
  'the job, or the list, finds none of them': /^\w+ body\.(ids|except_ids)/,
};

const numbers = new Map<string, number>();
/** Each kind another number, so that a place tells which kind stands there. */
const kinds = new Proxy({} as Targets, {
  get: (_, kind: string) => {
    if (kind === 'mark' || kind === 'deadJob') return kind;
    if (!numbers.has(kind)) numbers.set(kind, 1_000_000 + numbers.size);
    return numbers.get(kind);
  },
});
const same = new Proxy({} as Targets, { get: (_, kind) => (kind === 'mark' || kind === 'deadJob' ? kind : 1) });

/** The calls of a role that name such rows, and where. */
const aimedBy = (role: Role, rows: readonly (keyof Targets)[]) =>
  allEndpoints
    .filter(({ endpoint: { permission } }) => permission !== 'public')
    .filter(({ endpoint: { permission } }) => permission === 'signed_in' || allows(role, permission as Permission))
    .flatMap(({ name, endpoint }) => {
      const call = exampleCalls(kinds)[name as EndpointName] as object;
      const places = differences(call, exampleCalls(same)[name as EndpointName]).filter(
        ({ path }) => !/^body\.(name|email)$/.test(path),
      );
      const own = places.filter(({ at }) => rows.some((kind) => numbers.get(kind) === valueAt(call, at)));
      return own.length > 0 ? [{ name: name as EndpointName, endpoint, places: own }] : [];
    });

function valueAt(tree: unknown, at: number[]): unknown {
  return at.reduce((node: unknown, place) => Object.values(node as object)[place], tree);
}

let server: TestServer;
let office: TestCompany<'owner' | 'agent' | 'manager' | 'bu_admin' | 'near_agent' | 'near_manager'>;
let theirs: Targets;
/** Kept until a call has changed something: rows that pile up make each look at all of them slower. */
const ownTargets = new Map<string, Targets>();

beforeAll(async () => {
  server = await aServer();
  office = await aCompany(server, {
    owner: { role: 'manager', unit: 'East' },
    agent: { unit: 'West' },
    manager: { unit: 'West' },
    bu_admin: { unit: 'West' },
    near_agent: { role: 'agent', unit: 'East' },
    near_manager: { role: 'manager', unit: 'East' },
  });
  theirs = await someTargets(server, office.companyId, office.people.owner);
});
afterEach(() => server.operator.db.deleteFrom('rate_limits').execute());

describe.each([
  { who: 'agent', role: 'agent', rows: personal },
  { who: 'manager', role: 'manager', rows: personal },
  { who: 'bu_admin', role: 'bu_admin', rows: personal },
  { who: 'near_agent', role: 'agent', rows: colleagues },
  { who: 'near_manager', role: 'manager', rows: colleagues },
] as const)('to $who, a row out of reach', ({ who, role, rows }) => {
  test.each(aimedBy(role, rows))('$name finds none', async ({ name, endpoint, places }) => {
    const person = office.people[who];
    const calls = (to: Targets) => exampleCalls(to)[name] as Calls[EndpointName];
    const targets = ownTargets.get(who) ?? (await someTargets(server, office.companyId, person));
    if (!ownTargets.has(who)) known = undefined;
    ownTargets.set(who, targets);
    const own = calls(targets);
    const isFine = (path: string) => Object.values(answered).some((one) => one.test(`${name} ${path}`));
    const before = await rowsBefore(endpoint);
    const call = async ({ at, path }: (typeof places)[number]) => {
      const answer = await send(server.app, person.headers, endpoint, withTheirs(own, calls(theirs), at) as object);
      expect(answer.body, path).not.toContain(theirs.mark);
      return { path, status: answer.statusCode, answer: answer.body };
    };
    for (const place of places.filter(({ path }) => !isFine(path)))
      expect(await call(place)).toMatchObject({ status: expect.toBeOneOf([403, 404, 422]) });
    expect(await rowsNow(endpoint), 'one of the refused calls has changed rows').toEqual(before);
    for (const place of places.filter(({ path }) => isFine(path))) {
      expect(await call(place)).toMatchObject({ status: expect.toSatisfy((status) => status < 500) });
      ownTargets.delete(who); // it may have started a job
      known = undefined;
    }
  });
});

/** Of the whole company, since the last call that was allowed to change it: a look at all rows takes longer than a call. */
let known: Record<string, string> | undefined;

async function rowsBefore(endpoint: Endpoint) {
  known ??= await checksums(server, office.companyId);
  return withoutUploads(endpoint, known);
}

async function rowsNow(endpoint: Endpoint) {
  const rows = await checksums(server, office.companyId);
  if (endpoint.kind === 'multipart') known = undefined;
  return withoutUploads(endpoint, rows);
}

/** A refused upload is removed by a job. */
function withoutUploads({ kind }: Endpoint, { files, outbox, ...rest }: Record<string, string>) {
  return kind === 'multipart' ? rest : { files, outbox, ...rest };
}
