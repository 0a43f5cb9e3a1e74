// Calls as a browser makes them. Without an answer, or with the answer that the server is away, the result is unknown:
// both are null.
import type { AnswerOf, CallOf, Endpoint, KeyedCallOf } from '#contract/kit/endpoint.ts';
import { requestOf } from '#contract/kit/request.ts';
import { createSession } from '#contract/signIn.ts';
import { demoPassword } from '../../server/seed/seed.ts';
import { cookiesOf, headersWith } from '../support/signIn.ts';
import { until } from '../support/until.ts';

export interface Answer<E extends Endpoint> {
  status: number;
  body: AnswerOf<E>;
}

export interface Caller {
  cookie: string;
  ask<E extends Endpoint>(endpoint: E, call: KeyedCallOf<E>): Promise<Answer<E> | null>;
  /** Fields and a file, as a form. */
  send<E extends Endpoint>(endpoint: E, fields: Record<string, string>, name: string, content: Blob): Promise<Answer<E> | null>;
  /** Repeats until the answer is a success: only for calls that change nothing. */
  read<E extends Endpoint>(endpoint: E, call: CallOf<E>): Promise<AnswerOf<E>>;
}

/** Milliseconds; a real user would have left by then. */
const patience = 30_000;

/** Answers that show a bug of the program or of this test, not of the machine: there must be none. */
export const broken: string[] = [];

export async function signIn(origin: string, email: string): Promise<Caller | null> {
  const answer = await answerOf(origin + createSession.path, {
    method: createSession.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  });
  if (answer?.status !== 201) return null;
  return aCaller(origin, answer.cookie);
}

export function aCaller(origin: string, cookie: string): Caller {
  const headers = headersWith(cookie);
  const caller: Caller = {
    cookie,
    ask(endpoint, call) {
      const { url, headers: own, body } = requestOf(endpoint, call as object);
      const json = body !== undefined && { body: JSON.stringify(body) };
      const type = json && { 'content-type': 'application/json' };
      return answerOf(origin + url, { method: endpoint.method, headers: { ...headers, ...own, ...type }, ...json }) as never;
    },
    send(endpoint, fields, name, content) {
      const body = new FormData();
      for (const [field, value] of Object.entries(fields)) body.set(field, value);
      body.set('import_file', content, name);
      return answerOf(origin + endpoint.path, { method: endpoint.method, headers, body }) as never;
    },
    read: (endpoint, call) =>
      until(async () => {
        const answer = await caller.ask(endpoint, call as KeyedCallOf<typeof endpoint>);
        if (answer && answer.status >= 400) throw new Error(`${endpoint.path}: ${JSON.stringify(answer.body)}`);
        return answer && { body: answer.body };
      }, 120).then(({ body }) => body),
  };
  return caller;
}

/** A conflicting edit, and one sign-in too many, are no bug. */
const isBroken = (status: number) => status >= 400 && ![409, 429, 503].includes(status);

async function answerOf(url: string, init: RequestInit) {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(patience) });
    const body = JSON.parse((await response.text()) || 'null');
    if (isBroken(response.status)) broken.push(`${init.method} ${url}: ${JSON.stringify(body)}`);
    if (response.status >= 500) return null;
    return { status: response.status, body, cookie: cookiesOf(response) };
  } catch {
    return null;
  }
}
