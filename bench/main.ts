// `npm run bench [-- lists duplicates reads files contactPage signIn gate keys calendar dashboard inbox neighbour
// cable voice web imports bulk sends texts money starts scale] [--quick]`: the product beside its bare limits, as tables;
// unless quick, written into bench/results.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { benchBulk } from './bulk.ts';
import { benchCable } from './cable.ts';
import { benchCalendar } from './calendar.ts';
import { benchContactPage } from './contactPage.ts';
import { benchDashboard } from './dashboard.ts';
import { benchDuplicates } from './duplicates.ts';
import { benchFiles } from './files.ts';
import { benchGate } from './gate.ts';
import { benchImports } from './imports.ts';
import { benchInbox } from './inbox.ts';
import { benchKeys } from './keys.ts';
import { benchLists } from './lists.ts';
import { benchMoney } from './money.ts';
import { benchNeighbour } from './neighbour.ts';
import { type Product, startProduct } from './product.ts';
import { benchReads } from './reads.ts';
import { benchScale } from './scale.ts';
import { benchSends, benchTexts } from './sends.ts';
import { benchSignIn } from './signIn.ts';
import { benchStarts } from './starts.ts';
import { full, markdownOf, quick, type Section, type Size, textOf } from './support.ts';
import { benchVoice } from './voice.ts';
import { benchWeb } from './web.ts';

type Bench = (product: Product, size: Size) => Promise<Section | Section[]>;
// Lists first: imports leave a table that has to be vacuumed before it reads as it does from day to day.
const benches: Record<string, Bench> = {
  lists: benchLists,
  duplicates: benchDuplicates,
  reads: benchReads,
  files: benchFiles,
  contactPage: benchContactPage,
  signIn: benchSignIn,
  gate: benchGate,
  keys: benchKeys,
  calendar: benchCalendar,
  dashboard: benchDashboard,
  inbox: benchInbox,
  neighbour: benchNeighbour,
  cable: benchCable,
  voice: benchVoice,
  web: benchWeb,
  imports: benchImports,
  bulk: benchBulk,
  sends: benchSends,
  texts: benchTexts,
  money: benchMoney,
  starts: benchStarts,
  scale: benchScale,
};
/** Only where it is named. */
const onlyNamed = new Set(['scale', 'sends', 'texts', 'money']);

const { values: options, positionals: asked } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = asked.find((name) => !(name in benches));
if (unknown) {
  console.error(`There is no bench ${unknown}: ${Object.keys(benches).join(', ')}`);
  process.exit(1);
}

const commandOf = (name: string) => `npm run bench -- ${name}`;
const results = new URL('./results.md', import.meta.url);
const size = options.quick ? quick : full;
const product = await startProduct();
let stopped: Promise<void> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop().then(() => process.exit(1)));
try {
  const machine = await describeMachine();
  console.log(machine);
  const sections: Section[] = [];
  for (const [name, bench] of Object.entries(benches)) {
    if (asked.length > 0 ? !asked.includes(name) : onlyNamed.has(name)) continue;
    for (const section of [await bench(product, size)].flat()) {
      sections.push(section);
      console.log(`\n${section.title}\n${textOf(section)}`);
    }
  }
  if (!options.quick) writeFileSync(results, report(machine, sections));
} finally {
  await stop();
}

/** A second call waits too: an interrupted bench must not end the process before the database is down. */
function stop(): Promise<void> {
  stopped ??= product.stop();
  return stopped;
}

async function describeMachine(): Promise<string> {
  const client = new Client({ connectionString: product.adminUrl });
  await client.connect();
  const { rows } = await client.query<{ version: string }>(`select split_part(version(), ' ', 2) as version`);
  await client.end();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores (${processor}), ${memory}, Node ${process.version}, PostgreSQL ${rows[0]?.version}`;
}

/** Replaces the sections that were measured now; keeps the file's other sections, also those written by hand. */
function report(machine: string, sections: Section[]): string {
  const [, ...older] = existsSync(results) ? readFileSync(results, 'utf8').split(/^(?=## )/m) : [];
  const isOf = (name: string) => (part: string) => part.includes(`\`${commandOf(name)}\``);
  const partsOf = (name: string) => {
    const measured = sections.filter((section) => section.name === name);
    if (measured.length === 0) return older.filter(isOf(name)).map((part) => part.trim());
    return measured.map(
      ({ title, how, ...section }) => `## ${title}\n\n${how}\n\n${markdownOf(section)}\n\n\`${commandOf(name)}\`: ${machine}.`,
    );
  };
  const names = Object.keys(benches);
  const byHand = older.filter((part) => !names.some((name) => isOf(name)(part))).map((part) => part.trim());
  const parts = [...names.flatMap(partsOf), ...byHand];
  return `# Figures\n\nWritten by \`npm run bench\`. Product, database and bench share the machine.\n\n${parts.join('\n\n')}\n`;
}
