// Signing in with a password, against what its hash alone costs:
// argon2id is meant to be slow, the rest is not.
import { verify } from '@node-rs/argon2';
import { hashPassword } from '#areas/identity/passwords/passwords.service.ts';
import { demoPassword } from '../server/seed/seed.ts';
import { signInAt } from '../tests/support/signIn.ts';
import type { Product } from './product.ts';
import { byTurns, inMs, median, percentile, type Section, type Size, timed } from './support.ts';

/** Of one round: an address may try a hundred times a minute. */
const times = 15;

export async function benchSignIn(product: Product, { rounds }: Size): Promise<Section> {
  const origin = `http://127.0.0.1:${product.port}`;
  const hash = await hashPassword(demoPassword);
  const repeat = async (work: () => Promise<unknown>) => {
    const ms: number[] = [];
    for (let time = 0; time < times; time++) ms.push((await timed(work)).ms);
    return ms;
  };
  const [ours, bare] = (
    await byTurns(
      rounds,
      () => repeat(() => signInAt(origin, 'agent@harbor.test', demoPassword)),
      () => repeat(() => verify(hash, demoPassword)),
    )
  ).map((all) => all.flat()) as [number[], number[]];
  const row = (name: string, ms: number[]) => [name, inMs(median(ms)), inMs(percentile(ms, 0.95))];
  return {
    name: 'signIn',
    title: 'Signing in',
    how:
      `POST /v1/sessions with the right password, one after another: limits, argon2id, session, device, a mail asked for, and who one is. The limit is one ` +
      `argon2id verification with the same settings. ${rounds * times} of each by turns. A sign-in takes ${(median(ours) / median(bare)).toFixed(1)} times its hash.`,
    columns: ['What', 'Median', 'p95'],
    rows: [row('Steward', ours), row('argon2id alone', bare)],
  };
}
