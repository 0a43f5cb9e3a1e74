// Under which name a field's draft is kept (web/app/drafts.ts). Apart: the page looks for drafts before it loads a form.
import type { Field } from './contacts.fields.ts';

export const draftName = (contactId: number, { path }: Pick<Field, 'path'>) => `contact:${contactId}:${path}`;
