// Rules of the house that a machine checks. A long file is split by verb.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Longer than a file may be: none grows, and none is added. */
const longest = 400;
const longer: Record<string, number> = { 'contract/imports.ts': 475 };

const files = globSync(
  ['contract', 'server', 'web', 'tools', 'bench'].map((folder) => `${folder}/**/*.{ts,tsx,css,sql}`),
  {
    cwd: new URL('..', import.meta.url),
    exclude: (name) => /node_modules|web\/dist|\.test\.ts$|\.generated\.ts$/.test(String(name)),
  },
);

test(`no file is longer than ${longest} lines`, () => {
  const lines = files.map(
    (file) => [file, readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').split('\n').length - 1] as const,
  );
  expect(lines.length).toBeGreaterThan(500);
  expect(lines.filter(([file, count]) => count > (longer[file] ?? longest))).toEqual([]);
  expect(Object.keys(longer).filter((file) => !lines.some(([known, count]) => known === file && count > longest))).toEqual([]);
});
