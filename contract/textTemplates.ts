// Templates of texts: plain words with merge fields, kept by a user, for a team or for the company.
import { z } from 'zod';
import { emailShares } from './emailLists.ts';
import { ById, endpoint, Flag, Id, Line, List, Nothing, Prose, paces } from './kit/endpoint.ts';
import { wrongFieldsIn } from './kit/mergeFields.ts';
import { maxTextBody } from './texts.ts';
import { Person } from './users.ts';

/** A person's own words for a text, with merge fields. */
export const TextWords = Prose(maxTextBody).superRefine((words, ctx) => {
  const [wrong] = wrongFieldsIn(words);
  if (wrong !== undefined) ctx.addIssue({ code: 'custom', message: `There is no field ${wrong}` });
});

export const TextTemplate = z
  .object({
    id: Id,
    name: z.string(),
    body: z.string(),
    /** Other users who see it: only the owner's leaders, also everyone below the owner, or the whole company. */
    share: z.enum(emailShares),
    owner: Person,
    /** For `updateTextTemplate`. */
    version: z.int(),
    updated_at: z.string(),
    can: z.object({ update: z.boolean() }),
  })
  .meta({ id: 'TextTemplate' });
export type TextTemplate = z.output<typeof TextTemplate>;

const fields = {
  name: Line(100).min(1, 'Give the template a name'),
  body: TextWords.refine((words) => words.trim() !== '', 'Write something'),
  share: z.enum(emailShares),
};

export const TextTemplateCreate = z
  .object({ ...fields, share: fields.share.default('private') })
  .meta({ id: 'TextTemplateCreate' });
export type TextTemplateCreate = z.output<typeof TextTemplateCreate>;

/** An absent field stays. */
export const TextTemplateUpdate = z
  .object({
    ...fields,
    /** The one that the editor saw: an older one is refused. */
    version: z.int(),
  })
  .partial();
export type TextTemplateUpdate = z.output<typeof TextTemplateUpdate>;

const feature = 'texting';

export const listTextTemplates = endpoint({
  method: 'GET',
  path: '/v1/admin/text_templates',
  summary:
    'Templates of texts with q in name or words, by name, at most 500; with `all` also private ones of people in your reach',
  permission: 'emails.read',
  feature,
  query: z.object({ q: Line(100).default(''), all: Flag.default(false) }),
  response: List(TextTemplate),
  rateLimit: paces.look,
});

export const listReadyTextTemplates = endpoint({
  method: 'GET',
  path: '/v1/contacts/text_templates',
  summary: 'The templates that you can text with, q in name or words; at most 100, by name',
  permission: 'emails.read',
  feature,
  query: z.object({ q: Line(100).default('') }),
  response: List(TextTemplate),
  rateLimit: paces.look,
});

export const createTextTemplate = endpoint({
  method: 'POST',
  path: '/v1/admin/text_templates',
  summary: 'Add a template of texts; sharing with a team needs `team.lead`, with the company `emails.manage`',
  permission: 'emails.update',
  feature,
  body: TextTemplateCreate,
  response: TextTemplate,
  status: 201,
  rateLimit: paces.edit,
});

export const updateTextTemplate = endpoint({
  method: 'PATCH',
  path: '/v1/admin/text_templates/:id',
  summary: 'Change a template of texts: what is left out stays',
  permission: 'emails.update',
  feature,
  params: ById,
  body: TextTemplateUpdate,
  response: TextTemplate,
  errors: ['emails.stale'],
  rateLimit: paces.edit,
});

export const deleteTextTemplate = endpoint({
  method: 'DELETE',
  path: '/v1/admin/text_templates/:id',
  summary: 'Delete a template of texts; what was sent with it stays as it is',
  permission: 'emails.update',
  feature,
  params: ById,
  response: Nothing,
  rateLimit: paces.edit,
});
