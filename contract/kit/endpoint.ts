// The contract helper: what an endpoint is, and a few shared shapes.
import { z } from 'zod';
import type { Feature } from '../features.ts';
import type { Access } from '../permissions.ts';
import type { Step } from '../steps.ts';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * `multipart` gives the handler its files as streams; `stream` answers with a file instead of JSON; `form`
 * accepts an HTML form;
 * `raw` gives the handler the body as it came, of any type: a call of an outside service, at most `maxUpload` bytes;
 * `redirect` sends the browser elsewhere (303).
 */
export type Kind = 'json' | 'multipart' | 'stream' | 'form' | 'redirect' | 'raw';

export interface Endpoint {
  method: Method;
  path: `/${string}`;
  /** One line for readers of /v1/docs. */
  summary: string;
  permission: Access;
  /** Only if this feature is on for the caller; else 403 `feature_off`. */
  feature?: Feature;
  /** Callable while this step, or a later one, is missing. Default: only when no step is missing. */
  ahead?: Step;
  /** Refused while acting as another user: reads or changes account security. */
  oneself?: true;
  /** Requires a recent password: with a stolen cookie or at an unlocked screen, this call could hand over a company. */
  proof?: true;
  /** Changes nothing although it is no GET, as its input is too long for an address, or is personal: a key needs only the scope to read. */
  reads?: true;
  /** Sends or spends: a caller's `Idempotency-Key` makes a repeated call answer what the first one did (decision 0062). */
  once?: true;
  kind?: Kind;
  /** Answers an HTML page instead of JSON: for people without a session, and without scripts. */
  page?: true;
  /** A multipart call that may also be sent as JSON, without files. */
  orJson?: true;
  /** Bytes of each file of a multipart call, or of a raw body; default: the server's own limit. */
  maxUpload?: number;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** The JSON body, or the text fields of a multipart body. */
  body?: z.ZodType;
  /** `Nothing` answers 204. A `stream` endpoint writes `Nothing` here too. */
  response: z.ZodType;
  status?: 200 | 201 | 202;
  errors?: readonly ErrorCode[];
  /** May take seconds, as a search does: such calls share part of the connections and wait for one another. */
  long?: true;
  /** At most `limit` calls in `seconds`, by address or by account. Every call that changes something has one. */
  rateLimit?: { limit: number; seconds: number; by: 'address' | 'user' };
}

/**
 * Limits for one user's calls, far above human speed, so that only programs meet them. `look`: calls of a
 * screen while a user types and scrolls; `edit`: one record; `heavy`: reads or starts work on many records.
 */
export const paces = {
  look: { limit: 3000, seconds: 60, by: 'user' },
  edit: { limit: 1200, seconds: 60, by: 'user' },
  heavy: { limit: 120, seconds: 60, by: 'user' },
} as const satisfies Record<string, Endpoint['rateLimit']>;

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type Input<S> = S extends z.ZodType ? z.input<S> : never;
type Output<S> = S extends z.ZodType ? z.output<S> : never;
type Part<E, K extends keyof Endpoint, Direction extends 'input' | 'output'> = E extends { [P in K]: infer S }
  ? { [P in K]: Direction extends 'input' ? Input<S> : Output<S> }
  : unknown;

/** The caller's input: `params`, `query` and `body`, if the endpoint has them. */
export type CallOf<E> = Part<E, 'params', 'input'> & Part<E, 'query', 'input'> & Part<E, 'body', 'input'>;
/** The same with an Idempotency-Key of the caller's own; the web app makes its keys itself (web/app/onceKeys.ts). */
export type KeyedCallOf<E> = CallOf<E> & (E extends { once: true } ? { onceKey?: string } : unknown);
/** The handler's input: the caller's, parsed. */
export type InputOf<E> = Part<E, 'params', 'output'> & Part<E, 'query', 'output'> & Part<E, 'body', 'output'>;
export type AnswerOf<E> = E extends { response: infer S } ? Output<S> : never;
/** The handler's result, before the response schema has parsed it. */
export type ResultOf<E> = E extends { response: infer S } ? Input<S> : never;

export const Nothing = z.void();

export const Id = z.int().positive();
export const PathId = z.coerce.number().pipe(Id);
export const ById = z.object({ id: PathId });

export const List = <S extends z.ZodType>(item: S) => z.object({ data: z.array(item) });
export const Paged = <S extends z.ZodType>(item: S) => z.object({ data: z.array(item), meta: PageMeta });

export const PageMeta = z
  .object({
    page: z.int(),
    limit: z.int(),
    total_count: z.int(),
    total_pages: z.int(),
  })
  .meta({ id: 'PageMeta' });

export const Page = z.coerce.number().pipe(z.int().min(1).max(10_000)).default(1);
export const Limit = (fallback: number, max = 100) => z.coerce.number().pipe(z.int().min(1).max(max)).default(fallback);

/** A query array with one value arrives as that value. */
export const many = <S extends z.ZodType>(item: S) =>
  // Typed as the caller passes it: a list.
  z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(item)).default([]) as unknown as z.ZodDefault<
    z.ZodArray<S>
  >;

/** `?flag=true`: a boolean in a query string. */
export const Flag = z.preprocess(
  (value) => (value === 'true' || value === '1' ? true : value === 'false' || value === '0' || value === '' ? false : value),
  z.boolean(),
);

/** A calendar day, `YYYY-MM-DD`. There was no year 0. */
export const Day = z.iso.date().refine((day) => day >= '0001', 'This day does not exist');
/** A moment, ISO 8601 with zone. */
export const Moment = z.iso.datetime({ offset: true });

/** One line of text, trimmed, without control characters. */
export const Line = (max = 200) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !/\p{Cc}/u.test(text), 'Control characters are not allowed');
/** Text of several lines. Refuses NUL: PostgreSQL cannot store it. */
export const Prose = (max = 20_000) =>
  z
    .string()
    .max(max)
    .refine((text) => !text.includes('\0'), 'This character is not allowed');

export const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'permission' in value;

/** The endpoints in a contract module's exports. */
export const endpointsOf = (area: object): [name: string, endpoint: Endpoint][] =>
  Object.entries(area).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]));
