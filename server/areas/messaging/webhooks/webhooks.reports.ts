// Calls of the installation's mail service, whose one account serves all companies: each report goes to the
// companies that it names, if they know what it is about.
import { systemActor } from '#kernel/actors.ts';
import { inTenant, type WorkCtx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import type { AccountHook, HookKind } from '#kernel/http/hooks.ts';
import { type MailReport, MailUnavailable } from '#kernel/mail/mail.ts';
import { storeCalls } from './webhooks.calls.ts';

type CallCtx = Pick<WorkCtx, 'platform' | 'clock' | 'log'>;

export const mailReports = (kinds: readonly HookKind[]): AccountHook => ({
  name: 'ses',
  receive: (ctx, { body }) => receiveReport(ctx, body, kinds),
});

async function receiveReport(ctx: CallCtx, body: Buffer, kinds: readonly HookKind[]): Promise<void> {
  const report = await read(ctx, body);
  if (report === 'forged') throw fail('webhooks.forged');
  if (report === 'nothing') return;
  let isKnown = false;
  for (const { name, shared } of kinds)
    for (const companyId of new Set(shared?.namedBy(report)))
      await inTenant({ ...ctx, actor: systemActor(companyId) }, async (tx) => {
        if (!shared || !(await shared.knows(tx, report))) return;
        isKnown = true;
        await storeCalls(tx, name, [shared.bodyOf(report)]);
      });
  if (!isKnown) ctx.log.warn({ kind: report.kind }, 'a report of the mail service is about nothing that we know');
}

/** The service calls again where its signature could not be checked. */
async function read({ platform: { mail }, log }: CallCtx, body: Buffer): Promise<MailReport | 'nothing' | 'forged'> {
  try {
    return (await mail?.reports?.read(body)) ?? 'forged';
  } catch (err) {
    if (!(err instanceof MailUnavailable)) throw err;
    log.warn({ err }, 'a call of the mail service could not be checked');
    throw fail('webhooks.unchecked');
  }
}
