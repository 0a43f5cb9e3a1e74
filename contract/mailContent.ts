// The content of mails in the contract's schemas. Apart from kit/mailDoc.ts, whose functions the browser has too.
import { z } from 'zod';
import { Line } from './kit/endpoint.ts';
import { isMailTree, type MailDoc, mailLimits, mailTextOf, wrongFieldsOf } from './kit/mailDoc.ts';
import { wrongFieldsIn } from './kit/mergeFields.ts';

const unknown = (fields: string[]) => `There is no field ${fields.slice(0, 3).join(', ')}`;

/** Formatted text with buttons, pictures and merge fields (kit/mailDoc.ts). */
export const MailContent = z
  .strictObject({ type: z.literal('doc'), content: z.array(z.unknown()) })
  .refine(isMailTree, { message: 'This text or its formatting cannot be stored', abort: true })
  .superRefine((value, context) => {
    const doc = value as MailDoc;
    const wrong = wrongFieldsOf(doc);
    if (wrong.length > 0) context.addIssue({ code: 'custom', message: unknown(wrong) });
    if (mailTextOf(doc).length > mailLimits.characters)
      context.addIssue({ code: 'custom', message: 'A mail can have 20,000 characters at most' });
  })
  .meta({ id: 'MailContent' }) as unknown as z.ZodType<MailDoc, MailDoc>;

/** Checked again on its way out: what does not fit is an empty mail. */
export const StoredMailContent = MailContent.catch({ type: 'doc', content: [{ type: 'paragraph' }] });

export const MailSubject = Line(250).superRefine((subject, context) => {
  const wrong = wrongFieldsIn(subject);
  if (wrong.length > 0) context.addIssue({ code: 'custom', message: unknown(wrong) });
});
