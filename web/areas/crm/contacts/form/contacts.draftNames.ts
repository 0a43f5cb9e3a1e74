// The name of a field's draft (web/app/drafts.ts). In its own file: the page looks for drafts before it loads a form.
import type { Field } from './contacts.fields.ts';

export const draftName = (contactId: number, { path }: Pick<Field, 'path'>) => `contact:${contactId}:${path}`;
