// Kill anything: while people import, tag, edit and sign in, processes of the product and its database are
// killed at random; afterwards everything acknowledged is there exactly once.
//
// The seed is printed; the same one kills the same targets after the same pauses. A longer run by hand:
//   FAULTS_KILLS=250 FAULTS_ROWS=100000 npm test -- tests/faults/faults
//   FAULTS_SEED=<printed> FAULTS_KILLS=50 npm test -- tests/faults/faults
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFailed, test } from 'vitest';
import { createContact } from '#contract/contacts.ts';
import { getMe } from '#contract/signIn.ts';
import { seeded, weighted } from '../../server/seed/random.ts';
import { until } from '../support/until.ts';
import { createContacts, editContact, importFiles, signInByTurns, tagGroups } from './actions.ts';
import { aCaller, broken, signIn } from './calls.ts';
import { aLedger, countOf } from './ledger.ts';
import { kill } from './processes.ts';
import { aProduct, type Product, type Target } from './product.ts';
import { openScreen } from './screen.ts';
import { findLies } from './truth.ts';

const seed = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 1_000_000));
const kills = Number(process.env.FAULTS_KILLS ?? 50);
const rows = Number(process.env.FAULTS_ROWS ?? 25_000);
/** Seconds after the last kill until everything must have ended: large imports and bulk tags still run then. */
const bound = 150 * Math.max(1, rows / 25_000);

const likely = weighted<Target>([
  ['web', 6],
  ['worker', 7],
  ['voice', 2],
  ['backend', 3],
  ['background', 2],
  ['postmaster', 2],
  ['supervisor', 2],
]);

test.skipIf(process.platform !== 'linux')(
  `nothing acknowledged is lost and nothing is done twice, through ${kills} kills (FAULTS_SEED=${seed})`,
  { timeout: (kills * 5 + bound + 120) * 1_000 },
  async () => {
    const product = await aProduct();
    onTestFailed(() => {
      product.abandon();
      console.log(`FAULTS_SEED=${seed}: what it said is in ${product.folder}`);
    });
    const random = seeded(seed);
    product.start(true);
    await until(product.isWell, 60);
    const caller = await until(() => signIn(product.origin, 'admin@harbor.test'));

    const ledger = aLedger();
    const stopping = new AbortController();
    const work = { origin: product.origin, caller, ledger, random: seeded(seed + 1), rows, stopping: stopping.signal };
    const edited = await Promise.all(
      [1, 2, 3, 4].map(async (number) => {
        const body = { first_name: 'Ed', last_name: `Edited${number}` };
        return (await until(() => caller.ask(createContact, { body }))).body.id;
      }),
    );
    const screen = openScreen(product.origin, caller, edited[0] ?? 0);
    const working = Promise.all([
      ...edited.map((id) => editContact(work, id)),
      createContacts(work),
      importFiles(work),
      tagGroups(work),
      signInByTurns(work),
    ]);
    working.catch(() => {}); // awaited below

    const none = { web: 0, worker: 0, voice: 0, backend: 0, background: 0, postmaster: 0, supervisor: 0 };
    const killed: Record<Target, number> = { ...none };
    for (let number = 0; number < kills; number++) {
      await pause(random.int(200, 3_000));
      const target = random.pick(likely);
      await killOne(product, target, random.next());
      killed[target]++;
    }
    const last = Date.now();
    await until(product.isWell, bound);
    stopping.abort();
    await working;
    await until(async () => (await findLies(product, ledger).catch(() => ['no answer'])).length === 0, bound).catch(() => {});
    const settled = Math.round((Date.now() - last) / 1_000);

    const lies = await findLies(product, ledger);
    console.log(
      JSON.stringify({
        seed,
        kills,
        killed,
        ...countOf(ledger),
        connections: screen.connections,
        settled,
        ...recoveries(product),
      }),
    );
    expect(lies).toEqual([]);
    expect(broken).toEqual([]);
    expect(Object.values(countOf(ledger)).every((count) => count > 0)).toBe(true); // otherwise it proved nothing
    for (const cookie of ledger.cookies) {
      expect((await aCaller(product.origin, cookie).ask(getMe, {}))?.status).toBe(200);
    }
    await until(async () => {
      const [truth] = await product.look<{ version: number; imports: string[] | null }>(
        `select version, (select array_agg(id || ' ' || status || ' ' || created) from import_attempts where status <> 'draft') as imports
         from contacts where id = $1`,
        [edited[0]],
      );
      const shown = [...screen.imports].map(([id, text]) => `${id} ${text}`).filter((text) => !text.includes('draft'));
      return truth?.version === screen.version && (truth.imports ?? []).toSorted().join() === shown.toSorted().join();
    }, 30);
    screen.close();
    await product.stop();
  },
);

/** Kills one of those as soon as there is one; `share`: which of them. */
async function killOne(product: Product, target: Target, share: number) {
  await until(async () => {
    const found = product.find(target);
    const victim = found[Math.floor(share * found.length)];
    return victim && kill(victim.pid);
  }, 60);
}

/** Log lines about released jobs, and about processes that ended without a kill. */
function recoveries(product: Product) {
  const lines = product.said();
  const back = lines.filter(({ msg }) => msg === 'gave back the jobs of workers that died');
  const fell = lines.filter(({ msg, signal }) => msg === 'a process fell, starting it again' && signal !== 'SIGKILL');
  return {
    givenBack: back.length,
    fellUnkilled: fell.length,
    fatal: lines.filter(({ level }) => level >= 60).map(({ msg }) => msg),
  };
}
