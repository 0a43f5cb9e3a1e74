// Rules of the house that a machine checks: short files, split by verb, and an index of the decisions.
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

test('each decision stands in the index once, by its number and title', () => {
  const folder = new URL('../docs/decisions/', import.meta.url);
  const notes = globSync('0*.md', { cwd: folder }).toSorted();
  const index = readFileSync(new URL('README.md', folder), 'utf8');
  const listed = [...index.matchAll(/^- \[(.+)\]\((.+)\)$/gm)].map(([, title, file]) => `${file} ${title}`).toSorted();
  const titleOf = (note: string) => /^# (\d{4}: .+)$/m.exec(readFileSync(new URL(note, folder), 'utf8'))?.[1];
  expect(listed).toEqual(notes.map((note) => `${note} ${titleOf(note)}`));
  expect(new Set(notes.map((note) => note.slice(0, 4))).size).toBe(notes.length);
});
