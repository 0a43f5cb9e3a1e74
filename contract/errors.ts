// Every error a client can meet: its code, HTTP status and default text. Clients switch on the code, never on the text.
import { z } from 'zod';

export const errorCodes = {
  bad_request: { status: 400, text: 'This request could not be read.' },
  invalid: { status: 422, text: 'Some of what was sent is not right.' },
  unauthenticated: { status: 401, text: 'Please sign in.' },
  forbidden: { status: 403, text: 'Access denied!' },
  csrf: { status: 403, text: 'This page is out of date. Reload it and try again.' },
  origin: { status: 403, text: 'This request came from another site.' },
  not_found: { status: 404, text: 'There is nothing here.' },
  conflict: { status: 409, text: 'This clashes with something that is already there.' },
  too_large: { status: 413, text: 'This is too large.' },
  rate_limited: { status: 429, text: 'Too many attempts. Wait a moment and try again.' },
  unavailable: { status: 503, text: 'Steward is busy. Try again in a moment.' },
  too_slow: { status: 503, text: 'This search takes too long. Narrow it with one more filter.' },
  internal: { status: 500, text: 'Something went wrong on our side. Nothing was lost.' },
  'sessions.wrong_credentials': { status: 422, text: 'The e-mail or the password is not right.' },
  'contacts.stale': { status: 409, text: 'Somebody else changed this contact while you were editing it.' },
  'contacts.nameless': { status: 422, text: 'Give a name, a phone or an e-mail.' },
  'contacts.already_yours': { status: 409, text: 'This contact is yours already.' },
  'contacts.page_too_deep': { status: 422, text: 'Pages end here: go on with the cursor.' },
  'tags.name_taken': { status: 409, text: 'There is a tag of that name.' },
  'custom_fields.name_taken': { status: 409, text: 'There is a field of that name.' },
  'imports.unreadable': { status: 422, text: 'This file could not be read as a table.' },
  'imports.empty': { status: 422, text: 'This file holds no rows.' },
  'imports.nothing_mapped': { status: 422, text: 'Map at least a name, a phone or an e-mail.' },
  'imports.not_a_draft': { status: 409, text: 'This import has been started already.' },
  'imports.not_finished': { status: 409, text: 'This import is still running.' },
  'imports.not_running': { status: 409, text: 'This import is not running.' },
  'imports.undo_running': { status: 409, text: 'An import is being undone just now. Start this one once that has ended.' },
  'imports.others_running': { status: 409, text: 'An import is running. Undo this one once that has ended.' },
  'imports.nothing_to_undo': { status: 409, text: 'There is nothing of this import that could be undone.' },
  'imports.nothing_to_retry': { status: 409, text: 'No row of this import failed.' },
  'import_settings.name_taken': { status: 409, text: 'There are import settings of that name.' },
} as const satisfies Record<string, { status: number; text: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** RFC 9457 problem+json. `errors` holds the texts by field, for a form to show them in place. */
export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string(),
    detail: z.string().optional(),
    request_id: z.string().optional(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
    data: z.unknown().optional(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.output<typeof Problem>;
