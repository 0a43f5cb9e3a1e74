// Mails of a test server, from the demo's mailbox.
import { getSandboxMail, listSandboxMails, type SandboxMail } from '#contract/sandbox.ts';
import { call, type TestServer } from './server.ts';
import { until } from './until.ts';

/** The newest first, when there are `count`: jobs send mail. */
export const mailsTo = ({ app }: TestServer, address: string, count = 0): Promise<SandboxMail[]> =>
  until(async () => {
    const { data } = await call(app, {}, listSandboxMails, { query: { q: address, limit: 100 } });
    const theirs = data.filter(({ recipient }) => recipient === address); // the search also finds parts of addresses
    if (theirs.length < count) return null;
    return Promise.all(theirs.map(({ id }) => call(app, {}, getSandboxMail, { params: { id } })));
  });

/** The newest with that subject, when it is there. */
export const mailTo = (server: TestServer, address: string, subject: string): Promise<SandboxMail> =>
  until(async () => (await mailsTo(server, address)).find((mail) => mail.subject === subject));

/** The address of a mail's link. */
export function linkIn({ text }: SandboxMail): URL {
  const link = text.match(/https?:\/\/\S+/)?.[0];
  if (!link) throw new Error('there is no link in this mail');
  return new URL(link);
}

/** The code in a mail, on a line of its own. */
export function codeIn({ text }: SandboxMail): string {
  const code = text.match(/^ {4}(\d{6})$/m)?.[1];
  if (!code) throw new Error('there is no code in this mail');
  return code;
}
