// Builds the web app, unless web/dist is from the same sources. Compresses each file once with the highest
// effort, so that serving costs nothing.
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const root = join(import.meta.dirname, '..');
const web = join(root, 'web');
const dist = join(web, 'dist');
const sources = [
  'web/**/*.*',
  'contract/**/*.ts',
  'package-lock.json',
  'tsconfig.base.json',
  'tools/build.ts',
  'tools/leanStyles.ts',
  'tools/pdfDecoders.ts',
  'tools/brandPages.ts',
  'tools/bundleGroups.ts',
];

/** True if it built. Throws if the build fails. */
export async function buildWeb(): Promise<boolean> {
  if (isBuilt()) return false;
  // In a child: Vite's hundreds of megabytes end with it. Another NODE_ENV would bring React's development build.
  const child = spawn(process.execPath, [import.meta.filename], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The web app could not be built.');
  return true;
}

async function build() {
  // Built into a second folder: a failed build harms nothing, and a running server's files are swapped at once.
  const aside = join(root, 'node_modules', '.cache', `web-${randomUUID()}`);
  const wanted = fingerprint();
  try {
    const vite = await import('vite');
    await vite.build({
      root: web,
      configFile: join(web, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: aside, emptyOutDir: true },
    });
    await compress(aside);
    writeFileSync(join(aside, '.built'), wanted);
    mkdirSync(dist, { recursive: true });
    rmSync(dist, { recursive: true });
    renameSync(aside, dist);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** `.br` and `.gz` beside each text file. */
async function compress(folder: string) {
  const files = globSync('**/*.{js,mjs,css,html,svg}', { cwd: folder }).map((name) => join(folder, name));
  await Promise.all(
    files.map(async (file) => {
      const text = await readFile(file);
      await Promise.all([
        writeFile(`${file}.br`, await promisify(brotliCompress)(text)),
        writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 })),
      ]);
    }),
  );
}

function fingerprint(): string {
  const hash = createHash('sha256');
  const files = globSync(sources, { cwd: root, exclude: (path) => /(^|[\\/])web[\\/]dist([\\/]|$)/.test(path) });
  for (const file of files.filter((path) => !path.includes('.test.')).sort())
    hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function isBuilt(): boolean {
  try {
    return readFileSync(join(dist, '.built'), 'utf8') === fingerprint();
  } catch {
    return false;
  }
}

if (import.meta.main) {
  if (isBuilt()) console.log('The web app is up to date.');
  else {
    await build();
    console.log('The web app is built.');
  }
}
