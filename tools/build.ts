// The web app's build, made only where its sources are not those of the one in web/dist.
import { createHash, randomUUID } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const web = join(root, 'web');
const dist = join(web, 'dist');
const sources = ['web/**/*.*', 'contract/**/*.ts', 'package-lock.json', 'tsconfig.base.json'];

/** True where it had to be built. Throws where it cannot be. */
export async function buildWeb(): Promise<boolean> {
  const wanted = fingerprint();
  if (builtFrom() === wanted) return false;
  // Made aside: a failed build harms nothing, and a running server's files are swapped at once.
  const aside = join(root, 'node_modules', '.cache', `web-${randomUUID()}`);
  try {
    const { build } = await import('vite');
    await build({
      root: web,
      configFile: join(web, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: aside, emptyOutDir: true },
    });
    writeFileSync(join(aside, '.built'), wanted);
    mkdirSync(dist, { recursive: true });
    rmSync(dist, { recursive: true });
    renameSync(aside, dist);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  return true;
}

function fingerprint(): string {
  const hash = createHash('sha256');
  const files = globSync(sources, { cwd: root, exclude: (path) => /(^|[\\/])web[\\/]dist([\\/]|$)/.test(path) });
  for (const file of files.filter((path) => !path.includes('.test.')).sort())
    hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function builtFrom(): string | undefined {
  try {
    return readFileSync(join(dist, '.built'), 'utf8');
  } catch {
    return undefined;
  }
}

if (import.meta.main) console.log((await buildWeb()) ? 'The web app is built.' : 'The web app is up to date.');
