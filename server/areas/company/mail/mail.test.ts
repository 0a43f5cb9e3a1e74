// How a mail looks and when it is tried again.
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { updateSetting } from '#contract/settings.ts';
import { loadActor } from '#kernel/actors.ts';
import { job } from '#kernel/jobs/job.ts';
import { startWorker } from '#kernel/jobs/jobs.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { smtpMail } from '#providers/mail/mail.smtp.ts';
import { ask, listJobs, openParts, type Parts } from '#tests/background/parts.ts';
import { aCompany } from '#tests/support/factories.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';
import { aMailServer } from '#tests/support/smtp.ts';
import { layOut } from './mail.layout.ts';
import { type Letter, sendToUser } from './mail.service.ts';

const letter: Letter = {
  subject: 'Hello',
  heading: 'Hello, Rosa',
  paragraphs: ['One.', 'Two.'],
  facts: [{ name: 'Device', value: 'Chrome on Windows' }],
  code: '123456',
  action: { label: 'Look', path: '/account/profile?tab=sessions' },
  after: ['Three.'],
  because: 'you have an account.',
};
const setting = {
  company: 'Harbor Benefits',
  product: 'Steward Agency',
  color: 'teal' as const,
  logo: false,
  origin: 'https://crm.example',
};

describe('a letter', () => {
  test('has its button in the variant’s colour', () => {
    const shadeOf = (color: 'blue' | 'teal') => /background:(#\w{6})/.exec(layOut(letter, { ...setting, color }).html)?.[1];
    expect([shadeOf('blue'), shadeOf('teal')]).toEqual(['#1063c2', '#087671']);
  });

  test('says the same in HTML and in text', () => {
    const { subject, html, text } = layOut(letter, setting);
    expect(subject).toBe('Hello');
    expect(text).toBe(`Hello, Rosa

One.

Two.

    123456

Device: Chrome on Windows

Look:
https://crm.example/account/profile?tab=sessions

Three.

-- 
You get this mail because you have an account.
Harbor Benefits · Steward Agency
`);
    for (const said of [
      'Hello, Rosa',
      'One.',
      '123456',
      'Chrome on Windows',
      'Three.',
      'because you have an account.',
      'Harbor Benefits',
    ])
      expect(html).toContain(said);
    expect(html).toContain('href="https://crm.example/account/profile?tab=sessions"');
  });

  test('takes what people wrote as text, and links to our own pages alone', () => {
    const evil = '<img src=x onerror=alert(1)>"\'&';
    const { subject, html, text } = layOut(
      {
        subject: `Hi\r\nBcc: x@y.example ${evil}`,
        heading: evil,
        paragraphs: [evil],
        code: evil,
        facts: [{ name: evil, value: `${evil}\nAddress: 1.2.3.4` }],
        action: { label: evil, path: '//evil.example/"><script>' },
        after: [evil],
        because: evil,
      },
      { ...setting, company: evil, product: 'Steward' },
    );
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html.match(/<(?:img|script)/)).toBeNull();
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;');
    expect(html).toContain('href="https://crm.example/');
    expect(text).not.toMatch(/^Address/m);
  });
});

describe('to a user', () => {
  let server: TestServer;
  let parts: Parts;
  beforeAll(async () => {
    server = await aServer();
    parts = await openParts(server);
  });

  /** A worker of a deployment, which mails by this server. */
  async function aWorker(url: string) {
    const mail = smtpMail({ url, from: 'Steward <no-reply@steward.example>', dkim: null });
    const config = { ...server.config, demo: false, publicUrl: 'https://crm.example' };
    const tasks = perform(job('test.mail', z.object({})), (ctx) => sendToUser(ctx, ctx.actor.userId, letter));
    const worker = await startWorker({ ...parts, platform: { ...server.platform, config, mail }, tasks, concurrency: 1 });
    return {
      async stop() {
        await worker.stop();
        mail.close();
      },
    };
  }

  test('what the mail server cannot take now goes later, and once', async () => {
    let tries = 0;
    const { url, received } = await aMailServer({ answer: (about) => ('to' in about && ++tries === 1 ? 451 : 250) });
    const { companyId, people } = await aCompany(server, { agent: {} });
    const worker = await aWorker(url);
    await ask(parts, 'test.mail', { companyId, userId: people.agent.userId });

    await expect.poll(() => received.length, { timeout: 15_000 }).toBe(1);
    await expect.poll(() => listJobs(parts)).toEqual([]);
    expect(tries).toBe(2);
    expect(received[0]?.mail).toMatchObject({
      from: { name: expect.stringMatching(/^Company \d/), address: 'no-reply@steward.example' },
      to: [{ name: 'agent Tester' }],
      subject: 'Hello',
      html: expect.stringContaining('https://crm.example/account/profile'),
    });
    await worker.stop();
  });

  test('what it refuses for good is let be', async () => {
    let tries = 0;
    const { url, received } = await aMailServer({ answer: () => (++tries > 0 ? 550 : 250) });
    const { companyId, people } = await aCompany(server, { agent: {} });
    const worker = await aWorker(url);
    await ask(parts, 'test.mail', { companyId, userId: people.agent.userId });

    await expect.poll(async () => tries > 0 && (await listJobs(parts)).length).toBe(0);
    expect({ tries, received }).toEqual({ tries: 1, received: [] });
    await worker.stop();
  });

  test('carries the company’s logo, named after the product, unless it is large', async () => {
    const { url, received } = await aMailServer();
    const { companyId, people } = await aCompany(server, { admin: {} });
    const mail = smtpMail({ url, from: 'no-reply@steward.example', dkim: null });
    const { platform } = server;
    const actor = await loadActor(platform, companyId, people.admin.userId, null);
    if (!actor) throw new Error('nobody there');
    const ctx = { platform: { ...platform, mail }, clock: platform.clock, log: platform.log, actor };
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64, 1)]);
    const setLogo = (content: Buffer) =>
      people.admin.call(updateSetting, {
        params: { id: 'settings.logo' },
        body: {},
        files: { file: { name: 'logo.png', content } },
      });
    await sendToUser(ctx, people.admin.userId, letter);
    await setLogo(png);
    await sendToUser(ctx, people.admin.userId, letter);
    await setLogo(Buffer.concat([png, Buffer.alloc(300_000)]));
    await sendToUser(ctx, people.admin.userId, letter);
    const [without, withLogo, large] = received.map((each) => each.mail);
    expect(withLogo?.attachments).toMatchObject([
      { contentId: '<logo>', mimeType: 'image/png', disposition: 'inline', content: expect.anything() },
    ]);
    expect(Buffer.from(withLogo?.attachments[0]?.content as ArrayBuffer)).toEqual(png);
    expect(withLogo?.html).toContain('<img src="cid:logo" alt="Steward"');
    for (const plain of [without, large]) {
      expect(plain?.attachments).toEqual([]);
      expect(plain?.html).not.toContain('<img');
    }
    mail.close();
  });

  test('goes to people of one’s own company alone', async () => {
    const { url, received } = await aMailServer();
    const [ours, theirs] = [await aCompany(server, { agent: {} }), await aCompany(server, { agent: {} })];
    const mail = smtpMail({ url, from: 'no-reply@steward.example', dkim: null });
    const { platform } = server;
    const actor = await loadActor(platform, ours.companyId, ours.people.agent.userId, null);
    if (!actor) throw new Error('nobody there');
    const ctx = { platform: { ...platform, mail }, clock: platform.clock, log: platform.log, actor };
    await sendToUser(ctx, theirs.people.agent.userId, letter);
    await sendToUser(ctx, ours.people.agent.userId, letter);
    expect(received.map(({ to }) => to)).toEqual([[ours.people.agent.email]]);
    mail.close();
  });
});
