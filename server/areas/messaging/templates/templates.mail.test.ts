// A mail as it goes out: signature, licences, disclaimer and address under it, a test to oneself, and what the check says.
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { getEmailSignature, sendTestEmail, updateEmailSignature } from '#contract/emailSignatures.ts';
import { previewEmail, uploadEmailFile } from '#contract/emails.ts';
import type { MailDoc } from '#contract/kit/mailDoc.ts';
import { sendEmail } from '#contract/sends.ts';
import { aMailDoc, pixel } from '#tests/support/examples.emails.ts';
import { aCompany, aContact, type Person, type TestCompany } from '#tests/support/factories.ts';
import { mailsTo } from '#tests/support/mailbox.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';
import { problemsOf } from './templates.checks.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'agent' | 'agent2'>;
let agent: Person;
beforeAll(async () => {
  server = await aServer({ worker: true });
  company = await aCompany(server, { admin: {}, agent: {}, agent2: {} });
  agent = company.people.agent;
  const { db } = server.operator;
  await sql`insert into agent_licences (company_id, user_id, state, number) values (${company.companyId}, ${agent.userId}, 'FL', 'W123456')`.execute(
    db,
  );
  await sql`insert into settings (company_id, name, value) values (${company.companyId}, 'compliance.postal_address', '"1 Ocean Drive\\nMiami, FL 33139"')`.execute(
    db,
  );
});

let count = 0;
const aReader = async (columns: object = {}) => {
  const address = `reader${++count}.${crypto.randomUUID()}@example.com`;
  const id = await aContact(server, company.companyId, {
    owner_id: agent.userId,
    first_name: 'Rosa',
    last_name: 'Alvarez',
    state: 'FL',
    email: address,
    ...columns,
  });
  return { id, address };
};
const arrived = async (address: string) => {
  await until(async () => (await mailsTo(server, address, 1)).length > 0);
  return (await mailsTo(server, address))[0];
};

describe('what goes out', () => {
  test('is what was previewed: with signature, licence, address, pictures and attachments', async () => {
    const { id, address } = await aReader();
    const file = await agent.call(uploadEmailFile, { files: { file: pixel } });
    const picture = { type: 'picture' as const, attrs: { file_id: file.id, alt: 'Logo', width: 'small' as const } };
    const signature: MailDoc = { type: 'doc', content: [...aMailDoc('{{agent_name}}, always there').content, picture] };
    await agent.call(updateEmailSignature, { body: { doc: signature } });
    expect(await agent.call(getEmailSignature, {})).toEqual({ doc: signature });
    expect(await company.people.agent2.call(getEmailSignature, {})).toEqual({ doc: null });

    const content = { subject: 'For {{first_name}}', doc: aMailDoc('Dear {{full_name}}') };
    const preview = await agent.call(previewEmail, { body: { ...content, contact_id: id } });
    expect(preview.refusal).toBeNull();
    await agent.call(sendEmail, {
      body: { ids: [id], subject: content.subject, email_body: content.doc, attachments: [file.id] },
    });
    const mail = await arrived(address);
    expect(mail).toMatchObject({ subject: 'For Rosa', attachments: [{ name: 'logo.gif' }] });
    expect(mail?.text.trim()).toBe(preview.text.trim());
    for (const part of [
      'Dear Rosa Alvarez',
      'agent Tester, always there',
      'agent Tester is licensed in FL (W123456).',
      '1 Ocean Drive, Miami, FL 33139',
    ])
      expect(mail?.text).toContain(part);
    expect(mail?.html).toMatch(/<img src="(?:cid:picture-\d+|data:image\/gif)/);

    const unsigned = await agent.call(previewEmail, { body: { ...content, contact_id: id, signed: false } });
    expect(unsigned.text).not.toContain('always there');
    await agent.call(updateEmailSignature, { body: { doc: null } });
    expect(await agent.call(getEmailSignature, {})).toEqual({ doc: null });
  });

  test('holds no header and no element of a contact’s name', async () => {
    const { id, address } = await aReader({ first_name: 'Rosa\r\nBcc: all@example.com', last_name: '<script>alert(1)</script>' });
    await agent.call(sendEmail, {
      body: { ids: [id], subject: 'Hi {{first_name}}', email_body: aMailDoc('Dear {{last_name}}') },
    });
    const mail = await arrived(address);
    expect(mail?.subject).toBe('Hi Rosa Bcc: all@example.com');
    expect(mail?.headers.some(({ name }) => name.toLowerCase() === 'bcc')).toBe(false);
    expect(mail?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(mail?.html).not.toContain('<script>');
  });

  test('a test goes to oneself alone, as the contact would get it', async () => {
    const { id, address } = await aReader();
    const body = { subject: 'Trying {{first_name}}', doc: aMailDoc('Dear {{full_name}}'), contact_id: id };
    expect(await agent.call(sendTestEmail, { body })).toEqual({ address: agent.email });
    await until(async () => (await mailsTo(server, agent.email)).some(({ subject }) => subject === 'Trying Rosa'));
    expect(await mailsTo(server, address)).toEqual([]);
    await expect(company.people.agent2.call(sendTestEmail, { body })).rejects.toMatchObject({ status: 404 });
  });

  test('a preview says why the gate does not let it go', async () => {
    const { id } = await aReader({ do_not_email: true });
    const shown = await agent.call(previewEmail, { body: { subject: 'Hi', doc: aMailDoc('Hi'), contact_id: id } });
    expect(shown.refusal).toMatchObject({ reason: 'The contact does not want it' });
  });

  test('the disclaimer stands there once the company has filled in its numbers, with its date', async () => {
    const show = () => agent.call(previewEmail, { body: { subject: 'Hi', doc: aMailDoc('Hi') } });
    expect((await show()).problems.map(({ text }) => text)).toEqual([expect.stringMatching(/disclaimer is left out/)]);
    await sql`
      insert into contact_rules (company_id, kind, channels, body, title, replaces, effective_from, created_by)
      values (${company.companyId}, 'disclaimer', '{email}', 'We represent 7 organizations.', 'Ours', 'us.tpmo', '2026-01-02', ${agent.userId})`.execute(
      server.operator.db,
    );
    const filled = await show();
    expect(filled.problems).toEqual([]);
    expect(filled.text).toContain('We represent 7 organizations. (Text of 01/02/2026)');
  });
});

describe('the check says why', () => {
  const foot = { licences: [], lines: [], missing: [] };
  const of = (subject: string, doc: MailDoc = aMailDoc('Hello')) =>
    problemsOf({ subject, doc, purpose: 'service', values: {}, foot, unsubscribe: false }).map(({ text }) => text);
  const linked = (href: string, text = 'here'): MailDoc => ({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }] }],
  });

  test.each<[string, string[], RegExp]>([
    ['a shouting subject', of('LAST CHANCE TODAY'), /capital letters/],
    ['signs that shout', of('Hello!!!'), /repeated/],
    ['an answer that is none', of('Re: your plan'), /like an answer/],
    ['a bare number', of('Hi', linked('https://203.0.113.7/a')), /bare number/],
    ['a number in disguise', of('Hi', linked('https://3405803783/a')), /bare number/],
    ['an address of version 6', of('Hi', linked('https://[2001:db8::1]/a')), /bare number/],
    ['a shortener', of('Hi', linked('https://www.bit.ly/x')), /hides where it leads/],
    ['no encryption', of('Hi', linked('http://example.com')), /not encrypted/],
    ['another host than shown', of('Hi', linked('https://evil.example/x', 'bank.example')), /shows bank.example/],
    ['a hidden host', of('Hi', linked('https://bank.example@evil.example/')), /behind an @/],
    ['a host of nobody', of('Hi', linked('https://intranet/x')), /leads nowhere/],
    ['an empty mail', of('Hi', { type: 'doc', content: [{ type: 'paragraph' }] }), /empty/],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual([expect.stringMatching(expected)]);
  });

  test('marketing without a way to unsubscribe is stopped', () => {
    const problems = problemsOf({
      subject: 'Hi',
      doc: aMailDoc('Hi'),
      purpose: 'marketing',
      values: {},
      foot,
      unsubscribe: false,
    });
    expect(problems).toEqual([{ level: 'stop', about: 'purpose', text: expect.stringMatching(/unsubscribe/) }]);
  });

  test('a plain mail has nothing to mend', () => {
    expect(of('Your review on Monday', linked('https://example.com/review', 'example.com/review'))).toEqual([]);
  });
});
