// The only way to refuse: throw a code of the contract; only the kernel turns it into problem+json.

import type { z } from 'zod';
import { type ErrorCode, errorCodes, type Problem } from '#contract/kit/errors.ts';

export interface Details {
  /** Replaces the code's default text. */
  detail?: string;
  /** Texts by field. */
  errors?: Record<string, string[]>;
  /** Data that a client needs to continue, for example both versions of a stale edit. */
  data?: unknown;
  /** Seconds until a retry makes sense. */
  retryAfter?: number;
}

export class Failure extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.detail ?? errorCodes[code].text);
    this.name = 'Failure';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errorCodes[this.code].status;
  }

  /** Answers that an attack causes; a person's typing error causes them too. */
  get isRefusal(): boolean {
    return [401, 403, 429].includes(this.status) || 'guessed' in errorCodes[this.code];
  }
}

/** Use: `throw fail('contacts.stale')`. */
export const fail = (code: ErrorCode, details?: Details) => new Failure(code, details);

/** A field that cannot be as it is: `throw wrong('owner_id', 'Choose a person from the list')`. */
export const wrong = (field: string, text: string) => fail('invalid', { errors: { [field]: [text] } });

export function problemOf(failure: Failure, requestId: string): Problem {
  const { detail, errors, data } = failure.details;
  const { status, text } = errorCodes[failure.code];
  const said = failure.code === 'forbidden' ? { user: ['Access denied!'] } : errors; // the spec's form of a 403
  return {
    type: `/v1/docs#${failure.code}`,
    title: text,
    status,
    code: failure.code,
    request_id: requestId,
    ...(detail && { detail }),
    ...(said && { errors: said }),
    ...(data !== undefined && { data }),
  };
}

/** `contacts_scope.limit: ["Too big"]`, by dotted path; a problem of the whole is under `base`. */
export function fieldErrors(error: z.ZodError): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const issue of error.issues) {
    const field = issue.path.join('.') || 'base';
    errors[field] = [...(errors[field] ?? []), issue.message];
  }
  return errors;
}
