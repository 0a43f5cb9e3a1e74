// What a test server has mailed, as the demo's mailbox shows it.
import { getSandboxMail, listSandboxMails, type SandboxMail } from '#contract/sandbox.ts';
import { call, type TestServer } from './server.ts';
import { until } from './until.ts';

/** The newest first. */
export async function mailsTo({ app }: TestServer, address: string): Promise<SandboxMail[]> {
  const { data } = await call(app, {}, listSandboxMails, { query: { q: address, limit: 100 } });
  return Promise.all(data.map(({ id }) => call(app, {}, getSandboxMail, { params: { id } })));
}

/** Waits for it: mail is sent by jobs. */
export const mailTo = (server: TestServer, address: string, subject: string): Promise<SandboxMail> =>
  until(async () => (await mailsTo(server, address)).find((mail) => mail.subject === subject));

/** The path that a mail's link leads to. */
export function linkIn({ text }: SandboxMail): URL {
  const link = text.match(/https?:\/\/\S+/)?.[0];
  if (!link) throw new Error('there is no link in this mail');
  return new URL(link);
}
