// A call with an API key against the same call with a session.
import { createApiKey } from '#contract/apiKeys.ts';
import { getContact, listContacts } from '#contract/contacts.ts';
import { requestOf } from '#contract/kit/request.ts';
import { signIn } from './caller.ts';
import type { Product } from './product.ts';
import { byTurns, inMs, median, percentile, type Section, type Size, timed } from './support.ts';

/** Of one round: a key may make 600 calls in a minute. */
const times = 100;

export async function benchKeys(product: Product, { rounds }: Size): Promise<Section> {
  const caller = await signIn(product.port, 'agent@harbor.test');
  const { data } = await caller.call(listContacts, { body: {} });
  const body = { name: 'Bench', scopes: ['contacts:read' as const], expires_in_days: 1 };
  const { secret } = await caller.call(createApiKey, { body });
  const { url } = requestOf(getContact, { params: { id: data[0]?.id ?? 0 }, query: { not_remove_new_tag: true } });
  const repeat = async (headers: Record<string, string>) => {
    const ms: number[] = [];
    for (let time = 0; time < times; time++)
      ms.push((await timed(() => read(`http://127.0.0.1:${product.port}${url}`, headers))).ms);
    return ms;
  };
  const [byKey, bySession] = (
    await byTurns(
      Math.min(rounds, 5),
      () => repeat({ authorization: `Bearer ${secret}` }),
      () => repeat(caller.headers),
    )
  ).map((all) => all.flat()) as [number[], number[]];
  caller.close();
  const row = (name: string, ms: number[]) => [name, inMs(median(ms)), inMs(percentile(ms, 0.95))];
  return {
    name: 'keys',
    title: 'Calls with an API key',
    how:
      `GET /v1/contacts/:id, one after another, ${byKey.length} of each by turns. A call with a key is counted against the key's limit and logged; ` +
      `it takes ${(median(byKey) / median(bySession)).toFixed(2)} times a call with a session.`,
    columns: ['Call', 'Median', 'p95'],
    rows: [row('With a key', byKey), row('With a session', bySession)],
  };
}

async function read(url: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
}
