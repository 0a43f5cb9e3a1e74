// A signed-in person's client: one connection that is kept, as a browser's is.
import { Agent, request } from 'node:http';
import type { AnswerOf, CallOf, Endpoint } from '#contract/kit/endpoint.ts';
import { requestOf } from '#contract/kit/request.ts';
import { demoPassword } from '../server/seed/seed.ts';
import { signInAt } from '../tests/support/signIn.ts';

export interface Caller {
  userId: number;
  headers: Record<string, string>;
  /** The answer's text as it came. */
  send<E extends Endpoint>(endpoint: E, call: CallOf<E>): Promise<string>;
  call<E extends Endpoint>(endpoint: E, call: CallOf<E>): Promise<AnswerOf<E>>;
  /** Fields and a file as a form. */
  upload<E extends Endpoint>(endpoint: E, fields: Record<string, string>, file?: Blob): Promise<AnswerOf<E>>;
  close(): void;
}

export async function signIn(port: number, email: string): Promise<Caller> {
  const origin = `http://127.0.0.1:${port}`;
  const { me, headers } = await signInAt(origin, email, demoPassword);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = <E extends Endpoint>(endpoint: E, call: CallOf<E>) =>
    new Promise<string>((resolve, reject) => {
      const { url, headers: own, body } = requestOf(endpoint, call as object);
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const type =
        payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) };
      const sent = request(
        `${origin}${url}`,
        { agent, method: endpoint.method, headers: { ...headers, ...own, ...type } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            if (response.statusCode && response.statusCode < 400) resolve(text);
            else reject(new Error(`${endpoint.method} ${url}: ${response.statusCode} ${text}`));
          });
        },
      );
      sent.on('error', reject);
      sent.end(payload);
    });
  return {
    userId: me.id,
    headers,
    send,
    call: async (endpoint, call) => JSON.parse(await send(endpoint, call)),
    async upload(endpoint, fields, file) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      if (file) form.set('import_file', file, 'leads.csv');
      const response = await fetch(`${origin}${endpoint.path}`, { method: endpoint.method, headers, body: form });
      const text = await response.text();
      if (!response.ok) throw new Error(`${endpoint.path}: ${response.status} ${text}`);
      return JSON.parse(text);
    },
    close: () => agent.destroy(),
  };
}
