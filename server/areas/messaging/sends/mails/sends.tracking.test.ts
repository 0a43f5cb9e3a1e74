// Clicks and opens: counted only where the sender or the company asked for it, and programs apart from
// people.
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { MailDoc } from '#contract/kit/mailDoc.ts';
import { getMessage, getSend, listMessages, sendEmail } from '#contract/sends.ts';
import { systemActor } from '#kernel/actors.ts';
import { inTenant } from '#kernel/context.ts';
import type { Mail, MailProvider } from '#kernel/mail/mail.ts';
import { setSetting } from '#kernel/settings.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';
import { deliver } from '../sends.lanes.ts';
import { trackOpens } from './sends.tracking.ts';

let server: TestServer;
let company: TestCompany<'agent'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { agent: {} });
});

const link = (text: string, href: string) => ({
  type: 'text' as const,
  text,
  marks: [{ type: 'link' as const, attrs: { href } }],
});
const doc: MailDoc = {
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [link('Plans', 'https://plans.example/2027?a=1&b=2'), link('Yours', 'https://plans.example/?n={{first_name}}')],
    },
    { type: 'paragraph', content: [link('Write', 'mailto:ana@harbor.example')] },
    { type: 'button', attrs: { label: 'Book', href: 'https://book.example/' } },
  ],
};

const ctxOf = (mail: MailProvider | null = null) => {
  const platform = { ...server.platform, mail };
  return { platform, clock: platform.clock, log: platform.log, actor: systemActor(company.companyId) };
};

let last = 0;
/** Sends a mail to a new contact, and answers what left. It left a minute ago, unless `now`. */
async function send(asked: { track_clicks?: boolean } = {}, { now = false } = {}) {
  const { agent } = company.people;
  const contact = await aContact(server, company.companyId, {
    owner_id: agent.userId,
    first_name: 'Rosa',
    email: `rosa${++last}@example.com`,
  });
  const { id } = await agent.call(sendEmail, { body: { ids: [contact], subject: 'News', email_body: doc, ...asked } });
  const sent: Mail[] = [];
  await sql`
    insert into lanes (company_id, channel, leased_until, lease) values (${company.companyId}, 'email', ${new Date(0)}, gen_random_uuid())
    on conflict (company_id, channel) do update set leased_until = excluded.leased_until`.execute(server.operator.db);
  const provider: MailProvider = {
    async send(mail) {
      sent.push(mail);
      return { id: `<${last}@steward.test>` };
    },
    close: () => {},
  };
  await deliver(ctxOf(provider), new AbortController().signal);
  if (!now)
    await sql`update messages set sent_at = now() - interval '1 minute' where company_id = ${company.companyId} and send_id = ${id}`.execute(
      server.operator.db,
    );
  return { id, html: sent[0]?.html ?? '', text: sent[0]?.text ?? '' };
}

const linksIn = (html: string) => Array.from(html.matchAll(/href="([^"]*)"/g), ([, href = '']) => href.replaceAll('&amp;', '&'));
const pathOf = (url = '') => new URL(url).pathname;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const open = (url: string, device = firefox, method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({ method, url, headers: { 'user-agent': device } });
const countsOf = async (id: number) => (await company.people.agent.call(getSend, { params: { id } })).counts;
const outcomeOf = async (id: number) =>
  (await company.people.agent.call(listMessages, { params: { id }, query: {} })).data[0]?.outcome;
const eventsOf = async (id: number) =>
  (
    await sql<{ kind: string; by_machine: boolean }>`
      select e.kind, e.by_machine from message_events e
      join messages m on m.company_id = e.company_id and m.id = e.message_id
      where m.company_id = ${company.companyId} and m.send_id = ${id} order by e.id`.execute(server.operator.db)
  ).rows;

test('without being asked, a mail leads straight to its addresses and carries no picture', async () => {
  const { html } = await send();
  expect(linksIn(html)).toEqual([
    'https://plans.example/2027?a=1&b=2',
    'https://plans.example/?n=Rosa',
    'mailto:ana@harbor.example',
    'https://book.example/',
  ]);
  expect(html).not.toContain('/o/');
});

test('a click leads to what the sender wrote, and counts once', async () => {
  const { id, html, text } = await send({ track_clicks: true });
  const [plans, own, write, book] = linksIn(html);
  expect(pathOf(plans)).toMatch(/^\/l\//);
  expect(pathOf(book)).toMatch(/^\/l\//);
  // Links with a contact's own values are stored nowhere; the text shows where links lead.
  expect([own, write]).toEqual(['https://plans.example/?n=Rosa', 'mailto:ana@harbor.example']);
  expect(text).toContain('https://plans.example/2027?a=1&b=2');
  for (const _ of [1, 2]) {
    const answer = await open(pathOf(plans));
    expect(answer).toMatchObject({ statusCode: 303, headers: { location: 'https://plans.example/2027?a=1&b=2' } });
    expect(answer.headers['cache-control']).toBe('no-store');
  }
  expect((await open(pathOf(book))).headers.location).toBe('https://book.example/');
  expect(await countsOf(id)).toMatchObject({ clicked: 1, opened: 0 });
  expect(await outcomeOf(id)).toBe('clicked');
});

test('scanners get where they want, and count as nobody', async () => {
  const { id, html } = await send({ track_clicks: true }, { now: true });
  const path = pathOf(linksIn(html)[0]);
  expect((await open(path)).statusCode).toBe(303); // within a second
  await sql`update messages set sent_at = now() - interval '1 minute' where company_id = ${company.companyId} and send_id = ${id}`.execute(
    server.operator.db,
  );
  expect((await open(path, firefox, 'HEAD')).statusCode).toBe(303);
  expect((await open(path, 'Barracuda Link Protection')).statusCode).toBe(303);
  expect(await countsOf(id)).toMatchObject({ clicked: 0 });
  expect(await eventsOf(id)).toContainEqual({ kind: 'clicked', by_machine: true });
  await open(path);
  expect(await countsOf(id)).toMatchObject({ clicked: 1 });
});

test('no link leads anywhere but where its mail says', async () => {
  const one = await send({ track_clicks: true });
  const two = await send({ track_clicks: true });
  const token = (html: string) => pathOf(linksIn(html)[0]).slice(3);
  const [a, b] = [token(one.html).split('-'), token(two.html).split('-')];
  const forged = [
    'x',
    'https://evil.example',
    [...a.slice(0, 3), b[3]].join('-'), // the proof of another message
    [...a.slice(0, 2), '0123456789abcdef', a[3]].join('-'), // a link that is not in the mail
    [a[0], a[1], 'picture', a[3]].join('-'),
    ['zz', ...a.slice(1)].join('-'), // another company
    `${token(one.html)}?to=https://evil.example`,
  ];
  for (const wrong of forged.slice(0, -1)) {
    const answer = await open(`/l/${encodeURIComponent(wrong)}`);
    expect(answer.statusCode, wrong).toBe(404);
    expect(answer.headers.location, wrong).toBeUndefined();
  }
  expect((await open(`/l/${forged.at(-1)}`)).headers.location).toBe('https://plans.example/2027?a=1&b=2');
});

test('opens count where the company switched them on; machines are apart', async () => {
  const setOpens = (on: boolean) => inTenant(ctxOf(), (tx) => setSetting(tx, trackOpens, on));
  await setOpens(true);
  const { id, html } = await send();
  await setOpens(false);
  const picture = pathOf(/<img src="([^"]*\/o\/[^"]*)"/.exec(html)?.[1]);
  for (const device of ['Mozilla/5.0', firefox, firefox]) {
    const answer = await open(picture, device);
    expect(answer).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/gif' } });
  }
  expect(await countsOf(id)).toMatchObject({ opened: 1, clicked: 0 });
  expect(await outcomeOf(id)).toBe('opened');
  const { data } = await company.people.agent.call(listMessages, { params: { id }, query: { outcome: 'opened' } });
  const { events } = await company.people.agent.call(getMessage, { params: { id: data[0]?.id ?? 0 } });
  expect(events).toMatchObject([
    { kind: 'opened', by_machine: true },
    { kind: 'opened', by_machine: false },
  ]);
  expect((await open('/o/1-1-picture-0123456789abcdef01234567')).statusCode).toBe(200);
  expect((await send()).html).not.toContain('/o/');
});
