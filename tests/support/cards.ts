// A card entered on the page of the demo's processor, as a person does it.
import { connectCard, saveCard } from '#contract/cards.ts';
import { enterSandboxCard } from '#contract/sandboxCards.ts';
import { type Client, call, type TestServer } from './server.ts';

export async function connectTestCard({ app }: TestServer, client: Client, number = '4242424242424242') {
  const { url } = await client.call(connectCard, { body: {} });
  const id = new URL(url).pathname.split('/').at(-1) ?? '';
  await call(app, {}, enterSandboxCard, { params: { id }, body: { number, expiry: '12/40', cvc: '123' } });
  return client.call(saveCard, { body: { setup: id } });
}
