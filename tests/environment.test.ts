// Every setting is documented and reaches the containers of compose.yaml.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Environment } from '#kernel/ops/config.ts';

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
/** Set by the supervisor for its children. */
const internal = ['EMBEDDED_DATABASE_URL', 'FALLEN_WORKERS'];
const variables = Object.keys(Environment.shape).filter((name) => !internal.includes(name));

test.each(variables)('%s', (name) => {
  expect(read('README.md')).toContain(`\`${name}\``);
  const containers = read('compose.yaml') + read('Dockerfile');
  expect(containers).toMatch(new RegExp(`\\b${name}[:=]`));
});
