// Tells administrators what the carriers decided, and that they refuse texts.
import { sql } from 'kysely';
import { type Letter, sendToUser } from '#areas/company/mail/mail.service.ts';
import { inTenant, type WorkCtx } from '#kernel/context.ts';
import { readRegistration } from './registrations.queries.ts';

const maxReaders = 20;

type About = 'approved' | 'failed' | 'suspended' | 'refused';

export async function mailAdministrators(ctx: WorkCtx, { about }: { about: About }): Promise<void> {
  const { readers, problems } = await inTenant(ctx, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select id from users where company_id = ${tx.companyId} and role = 'admin' and active order by id limit ${maxReaders}`.execute(
      tx.db,
    );
    return { readers: rows, problems: (await readRegistration(tx)).problems };
  });
  for (const { id } of readers) await sendToUser(ctx, id, letterOf(about, problems.map(({ text }) => text))); // biome-ignore format: one line
}

function letterOf(about: About, reasons: string[]): Letter {
  const action = { label: 'Open the registration', path: '/admin/registration' } as const;
  const because = 'you are an administrator of your company.';
  const why = reasons.length > 0 ? [`They say: ${reasons.join('. ')}.`] : [];
  switch (about) {
    case 'approved':
      return {
        subject: 'Your company can send texts',
        heading: 'The carriers registered your company',
        paragraphs: ['Texts leave from now on. Each number of the company joins the registration within a minute.'],
        action,
        because,
      };
    case 'failed':
      return {
        subject: 'The registration for texts was refused',
        heading: 'The carriers refused the registration',
        paragraphs: [...why, 'Correct the form and send it again. Until then no texts leave.'],
        action,
        because,
      };
    case 'suspended':
      return {
        subject: 'The registration for texts was suspended',
        heading: 'The carriers suspended your company',
        paragraphs: [...why, 'No texts leave while it is suspended. Ask the support of your carrier what happened.'],
        action,
        because,
      };
    case 'refused':
      return {
        subject: 'The carriers refuse texts of your company',
        heading: 'A text came back as unregistered',
        paragraphs: ['We register its number again now. If it happens again, look at the registration.'],
        action,
        because,
      };
  }
}
