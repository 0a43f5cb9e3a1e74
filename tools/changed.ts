// Which tests a change can touch. The imports tell, except through the lists that name every area: through them each
// test of a call imports the whole product. What they hide is told by rule: the loops over the contract, migrations.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importedFile } from './imports.ts';

export interface Chosen {
  /** Files for Vitest. */
  tests: string[];
  /** Files for Playwright. */
  journeys: string[];
}

/** Files by their path from the root, with `/`. */
export interface Sources {
  names: string[];
  read(name: string): string;
}

const root = join(import.meta.dirname, '..');

/** They hold the whole product: what they import is not followed. */
const wholes = new Set([
  'contract/index.ts',
  ...['areas', 'main', 'platform', 'voice', 'web', 'worker'].map((name) => `server/${name}.ts`),
  'web/app/areas.ts',
  'web/app/routes.ts',
]);

const named = (...names: string[]) => names.map((name) => `tests/${name}.test.ts`);
const loops = named(
  ...['answerHeaders', 'attacks', 'audit', 'bodies', 'contract', 'hostile', 'once', 'openapi', 'otherCompanies', 'otherPeople'],
  'steps',
);
const ofDatabase = named(
  ...['cardReads', 'catalog', 'explain', 'explainCalls', 'explainDialSessions', 'explainMail', 'migrate', 'upgrades'],
);
const ofProcesses = named(...['backup', 'baseBackup', 'fanout', 'keyRotation', 'two', 'voicePort']);

/** Tests that a change of a file affects without an import. An entry that ends with `/` is a folder. */
export const rules: [RegExp, string[]][] = [
  [/^(package(-lock)?\.json|vitest\.config\.ts|tools\/(testPostgres|temporaryPostgres|longestFirst)\.ts)$/, ['']],
  [/^(server\/platform|tests\/support\/(atTheEnd|database|server|setup))\.ts$/, ['']],
  [/^(contract\/|server\/areas\.ts$|server\/areas\/.*\.(area|routes)\.ts$)/, loops],
  [/^server\/(migrations|tables)\//, [...ofDatabase, 'tests/sharding/']],
  [/^server\/(\w+\.ts$|kernel\/(db|embedded|jobs)\/)/, [...ofProcesses, 'tests/background/', 'tests/faults/']],
  [/^web\//, named('webApp')],
];

const told = (changed: string[]) =>
  rules.filter(([change]) => changed.some((file) => change.test(file))).flatMap(([, tests]) => tests);

/** `changed`: paths from the root. */
export function testsOf(changed: string[], { names, read }: Sources): Chosen {
  const all = new Set(names);
  const imports = new Map(names.map((name) => [name, wholes.has(name) ? [] : importsOf(name, read(name), all)]));
  const touched = touchedBy(changed, imports);
  const areas = new Set([...touched].map(areaOf).filter((area) => area !== undefined));
  const tests = names.filter((name) => /\.test\.tsx?$/.test(name));
  const journeys = names.filter((name) => name.endsWith('.journey.ts'));
  const changedAreas = new Set(changed.map(areaOf).filter((area) => area !== undefined));
  const byRule = told(changed);
  return {
    tests: tests.filter(
      (test) =>
        touched.has(test) ||
        areas.has(areaOf(test) ?? '') || // it calls the area over HTTP, so it need not import it
        byRule.some((rule) => (rule === '' || rule.endsWith('/') ? test.startsWith(rule) : test === rule)),
    ),
    journeys: journeys.filter(
      (journey) => touched.has(journey) || [...changedAreas].some((area) => tells(journey, area, imports)),
    ),
  };
}

/** A journey tells of an area if it has its name, or calls what the contract has under this name. */
function tells(journey: string, area: string, imports: Map<string, string[]>): boolean {
  const name = area.split('/').at(-1) ?? area;
  return journey === `tests/browser/${name}.journey.ts` || (imports.get(journey) ?? []).includes(`contract/${name}.ts`);
}

/** `server/areas/crm/tags` for each file in it. */
const areaOf = (name: string) => /^(?:server|web)\/areas\/\w+\/\w+(?=\/)/.exec(name)?.[0];

/**
 * The changed files, and all that import them, directly or not; but not through the contract: most of it is
 * connected, and the loops call what else has changed.
 */
function touchedBy(changed: string[], imports: Map<string, string[]>): Set<string> {
  const importers = new Map<string, string[]>();
  for (const [name, imported] of imports)
    for (const each of imported) importers.set(each, [...(importers.get(each) ?? []), name]);
  const touched = new Set(changed);
  for (const name of touched) {
    const next = importers.get(name) ?? [];
    for (const importer of next) if (!(inContract(name) && inContract(importer))) touched.add(importer);
  }
  return touched;
}

const inContract = (name: string) => name.startsWith('contract/');

/** Any quoted path to one of our files: imports, and files that a process is started with. */
function importsOf(name: string, text: string, all: Set<string>): string[] {
  const found = [...text.matchAll(/['"]((?:#\w+|\.\.?)\/[^'"\n]+)['"]/g)].map(([, path = '']) => importedFile(name, path));
  return [...new Set(found)].filter((each) => all.has(each) && each !== name);
}

/** Changed since the branch left `base`, committed or not, and new files. */
export function changedFiles(base: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const left = git('merge-base', base, 'HEAD');
  const found = [git('diff', '--name-only', left), git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(found.flatMap((list) => list.split('\n').filter(Boolean)))];
}

export function sources(): Sources {
  const names = globSync(
    ['contract', 'server', 'tests', 'tools', 'web'].map((folder) => `${folder}/**/*.{ts,tsx,css}`),
    {
      cwd: root,
      exclude: (name) => name === 'node_modules' || name === 'dist',
    },
  ).map((name) => name.replaceAll('\\', '/'));
  return { names, read: (name) => (existsSync(join(root, name)) ? readFileSync(join(root, name), 'utf8') : '') };
}
