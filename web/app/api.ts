// The only way from the browser to the server: takes an endpoint of the contract and its input; returns the
// answer or throws ApiError.

import { commonErrors } from '#contract/kit/commonErrors.ts';
import type { AnswerOf, CallOf, Endpoint } from '#contract/kit/endpoint.ts';
import type { ErrorCode, Problem } from '#contract/kit/errors.ts';
import { backgroundHeader, requestOf } from '#contract/kit/request.ts';
import { isAttended } from './attendance.ts';
import { sendOnce } from './onceKeys.ts';

/** A refusal by the server. Switch on `code`; show `message`. */
export class ApiError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail ?? problem.title);
    this.name = 'ApiError';
    this.problem = problem;
  }
  get code() {
    return this.problem.code;
  }
  /** The first message of each field, in the form's format. */
  get fieldErrors(): Record<string, string> {
    return Object.fromEntries(Object.entries(this.problem.errors ?? {}).map(([field, texts]) => [field, texts[0] ?? '']));
  }
}

export const isRefused = (error: unknown, ...codes: ErrorCode[]): error is ApiError =>
  error instanceof ApiError && (codes as string[]).includes(error.code);

/** The input may be absent if the endpoint takes none. */
export type CallArgs<E extends Endpoint> = object extends CallOf<E> ? [input?: CallOf<E>] : [input: CallOf<E>];

/** A call's name: the first part of its query key. */
export const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`;

interface CallOptions {
  signal?: AbortSignal;
  /** Continues after the page is left; the browser then limits its body to 64 kB. */
  keepalive?: boolean;
}

/** A call that sends or spends carries its intent's key (onceKeys.ts). */
export const call = <E extends Endpoint>(endpoint: E, input?: CallOf<E>, options?: CallOptions): Promise<AnswerOf<E>> =>
  endpoint.once
    ? sendOnce([nameOf(endpoint), input], (onceKey) => ask(endpoint, { ...(input as object), onceKey }, options), isRefusal)
    : ask(endpoint, (input ?? {}) as object, options);

/** A failing server, or a proxy in front of it, may have lost the answer. */
const isRefusal = (error: unknown) => error instanceof ApiError && error.problem.status < 500;

async function ask<E extends Endpoint>(endpoint: E, input: object, options?: CallOptions): Promise<AnswerOf<E>> {
  const { url, headers, body } = requestOf(endpoint, input);
  const multipart = endpoint.kind === 'multipart';
  const response = await fetch(url, {
    ...options,
    method: endpoint.method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...headers,
      ...csrfHeader(endpoint),
      ...(!isAttended() && { [backgroundHeader]: 'true' }),
      ...(body !== undefined && !multipart && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: multipart ? formOf(body as Record<string, unknown>) : JSON.stringify(body) }),
  });
  return answerOf(endpoint, response.status, await response.text());
}

/** A multipart call with its file, in the field `file` or another; reports how much is sent (0 to 1), which `fetch` cannot do. It sends no key. */
export function upload<E extends Endpoint & { once?: never }>(
  endpoint: E,
  input: CallOf<E> & { file?: File; field?: string },
  onProgress: (share: number) => void = () => {},
  signal?: AbortSignal,
): Promise<AnswerOf<E>> {
  const { url, body } = requestOf(endpoint, input as object);
  const form = formOf((body ?? {}) as Record<string, unknown>);
  if (input.file) form.append(input.field ?? 'file', input.file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, url);
    for (const [name, value] of Object.entries(csrfHeader(endpoint))) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
    request.onload = () => {
      try {
        resolve(answerOf(endpoint, request.status, request.responseText));
      } catch (error) {
        reject(error);
      }
    };
    request.onerror = () => reject(new TypeError('The connection was lost'));
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

/** The address of a file that a `stream` endpoint serves, for a download link. */
export const hrefOf = <E extends Endpoint>(endpoint: E, input: CallOf<E>) => requestOf(endpoint, input as object).url;

export function cookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  try {
    return found && decodeURIComponent(found.slice(name.length + 1));
  } catch {
    return undefined; // another program wrote it: not our cookie
  }
}

/** The readable half of a session; with https its name has the prefix. */
export const csrfToken = () => cookie('__Host-csrf_token') ?? cookie('csrf_token');

export const csrfHeader = (endpoint: Endpoint): Record<string, string> =>
  endpoint.method === 'GET' ? {} : { 'x-csrf-token': csrfToken() ?? '' };

/**
 * Text fields of a multipart body: other values travel as JSON. The file comes last, so that the fields are
 * read first.
 */
function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return form;
}

function answerOf<E extends Endpoint>(_endpoint: E, status: number, text: string): AnswerOf<E> {
  if (status >= 200 && status < 300) return (text ? JSON.parse(text) : undefined) as AnswerOf<E>;
  throw refusalOf(status, text);
}

export const refusalOf = (status: number, text: string) => new ApiError(problemOf(status, text));

/** A proxy on the way may answer in its own format. */
function problemOf(status: number, text: string): Problem {
  try {
    const said: Partial<Problem> | null = JSON.parse(text);
    if (said?.code && said.title && said.status) return said as Problem;
  } catch {} // not even JSON
  const code = status === 503 || status === 502 || status === 504 ? 'unavailable' : 'internal';
  return { type: 'about:blank', title: commonErrors[code].text, status, code };
}
