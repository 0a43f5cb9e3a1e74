import { sendToUser } from '#areas/company/mail/mail.service.ts';
import { findSupportEmail } from '#areas/company/settings/settings.service.ts';
import { describeDevice } from '#areas/identity/sessions/sessions.service.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import type { Question } from './helps.jobs.ts';

/** To the address of now: nothing is sent if it was removed meanwhile. An answer goes to the user. */
export async function mailQuestion(ctx: WorkCtx, { question, page, device, acting }: Question): Promise<void> {
  const { address, asker } = await inTenant(ctx, async (tx) => ({
    address: await findSupportEmail(tx),
    asker: await findAsker(tx),
  }));
  if (!address || !asker) return;
  const { name, email } = asker;
  await sendToUser(
    ctx,
    ctx.actor.userId,
    {
      subject: `Question from ${name}`,
      heading: `${name} has a question`,
      paragraphs: question.split(/\n{2,}/).filter((part) => part.trim() !== ''),
      facts: [
        { name: 'From', value: `${name}, ${email}` },
        ...(page ? [{ name: 'Page', value: page }] : []),
        { name: 'Browser', value: describeDevice(device) },
        ...(acting ? [{ name: 'Sent by', value: 'A colleague who acted as this person' }] : []),
      ],
      after: [`Answer this mail to write to ${name}.`],
      because: 'this is your company’s support address.',
    },
    { address, name: 'Support', replyTo: { name, address: email } },
  );
}

const findAsker = (tx: Tx) =>
  tx.db
    .selectFrom('users')
    .select(({ fn, val, ref }) => [
      'email',
      fn<string>('trim', [fn<string>('concat_ws', [val(' '), ref('first_name'), ref('last_name')])]).as('name'),
    ])
    .where('company_id', '=', tx.companyId)
    .where('id', '=', tx.actor.userId)
    .executeTakeFirst();
