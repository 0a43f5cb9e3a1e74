// The signature under a user's mails to contacts.
import { sql } from 'kysely';
import { isMailDoc, type MailDoc, picturesIn } from '#contract/kit/mailDoc.ts';
import type { Tx } from '#kernel/context.ts';
import { mustKnowFiles } from './templates.files.ts';

/** Null: none, or one that does not fit any more. */
export async function findSignature(tx: Tx): Promise<MailDoc | null> {
  const { rows } = await sql<{ doc: unknown }>`
    select doc from email_signatures where company_id = ${tx.companyId} and user_id = ${tx.actor.userId}`.execute(tx.db);
  const doc = rows[0]?.doc;
  return isMailDoc(doc) ? doc : null;
}

export async function setSignature(tx: Tx, doc: MailDoc | null): Promise<{ doc: MailDoc | null }> {
  if (doc) {
    const kept = await findSignature(tx);
    await mustKnowFiles(tx, { pictures: picturesIn(doc), attachments: [], kept: kept ? picturesIn(kept) : [] });
    const row = { doc: JSON.stringify(doc), updated_at: tx.clock() };
    await tx.db
      .insertInto('email_signatures')
      .values({ ...row, company_id: tx.companyId, user_id: tx.actor.userId })
      .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doUpdateSet(row))
      .execute();
  } else
    await tx.db
      .deleteFrom('email_signatures')
      .where('company_id', '=', tx.companyId)
      .where('user_id', '=', tx.actor.userId)
      .execute();
  return { doc };
}
