// Formatted text in the contract's schemas. Apart from kit/richText.ts, whose functions the browser has too.
import { z } from 'zod';
import { isRichTree, isTooLong, type RichDoc, tooLongText } from './kit/richText.ts';

/** A tree of paragraphs, headings, lists, bold, italic, links and mentions, as the editor (Tiptap) makes it: kit/richText.ts. */
export const RichText = z
  .strictObject({ type: z.literal('doc'), content: z.array(z.unknown()) })
  .refine(isRichTree, { message: 'This text or its formatting cannot be stored', abort: true })
  .refine((doc) => !isTooLong(doc as RichDoc), { message: tooLongText, abort: true })
  .meta({ id: 'RichText' }) as unknown as z.ZodType<RichDoc, RichDoc>;

/** Checks stored text again on its way out: an invalid tree becomes null, and the plain text beside it counts. */
export const StoredRichText = RichText.nullable().catch(null);
