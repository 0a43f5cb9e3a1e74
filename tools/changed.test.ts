// Which tests `npm test -- --changed` runs.
import { expect, test } from 'vitest';
import { rules, type Sources, sources, testsOf } from './changed.ts';

const files: Record<string, string> = {
  'contract/index.ts': `import * as tags from './tags.ts';`,
  'contract/tags.ts': `import { z } from 'zod';`,
  'server/areas.ts': `import { tagArea } from '#areas/crm/tags/tags.area.ts';`,
  'server/areas/crm/tags/tags.area.ts': `import { tag } from './tags.service.ts';`,
  'server/areas/crm/tags/tags.service.ts': `import { inTenant } from '#kernel/context.ts'; import '#contract/tags.ts';`,
  'server/areas/crm/tags/tags.test.ts': `import { aServer } from '#tests/support/server.ts';`,
  'server/areas/crm/imports/imports.run.ts': `import { tag } from '#areas/crm/tags/tags.service.ts';`,
  'server/areas/crm/imports/imports.test.ts': `import { aServer } from '#tests/support/server.ts';`,
  'server/areas/office/helps/helps.test.ts': `import { aServer } from '#tests/support/server.ts';`,
  'server/kernel/context.ts': '',
  'tests/support/server.ts': `import { allRoutes } from '../../server/areas.ts'; import '#kernel/context.ts';`,
  'tests/hostile.test.ts': `import { aServer } from './support/server.ts';`,
  'tests/catalog.test.ts': '',
  'tests/webApp.test.ts': '',
  'tests/browser/tags.journey.ts': '',
  'tests/browser/bulk.journey.ts': `import { createTag } from '#contract/tags.ts';`,
  'tests/browser/users.journey.ts': '',
  'web/areas/crm/tags/TagDialog.tsx': '',
};
const some: Sources = { names: Object.keys(files), read: (name) => files[name] ?? '' };
const service = ['server/areas/crm/imports/imports.test.ts', 'server/areas/crm/tags/tags.test.ts'];
const journeys = ['tests/browser/bulk.journey.ts', 'tests/browser/tags.journey.ts'];

test.each<[string, string[], string[]]>([
  ['server/areas/crm/tags/tags.service.ts', service, journeys], // the areas that import it; no list of all areas is followed
  ['server/areas/crm/tags/tags.area.ts', [service[1] as string, 'tests/hostile.test.ts'], journeys],
  ['server/areas/office/helps/helps.test.ts', ['server/areas/office/helps/helps.test.ts'], []],
  ['contract/tags.ts', [...service, 'tests/hostile.test.ts'], [journeys[0] as string]],
  ['server/migrations/0200_tags.sql', ['tests/catalog.test.ts'], []],
  ['web/areas/crm/tags/TagDialog.tsx', ['tests/webApp.test.ts'], journeys],
  ['docs/TESTING.md', [], []],
])('a change of %s', (changed, tests, touched) => {
  const chosen = testsOf([changed], some);
  expect({ tests: chosen.tests.toSorted(), journeys: chosen.journeys.toSorted() }).toEqual({ tests, journeys: touched });
});

test('a change of what every test uses runs every test', () => {
  const every = some.names.filter((name) => name.endsWith('.test.ts'));
  expect(testsOf(['package-lock.json'], some).tests).toEqual(every);
  expect(testsOf(['server/platform.ts'], some).tests).toEqual(every);
  expect(testsOf(['server/kernel/context.ts'], some).tests).toEqual(every.filter((name) => !/catalog|webApp/.test(name)));
});

test('what the rules name exists, and the imports of the real files are found', () => {
  const real = sources();
  const missing = rules.flatMap(([, tests]) => tests).filter((test) => !real.names.some((name) => name.startsWith(test)));
  expect(missing).toEqual([]);
  const { tests, journeys } = testsOf(['server/areas/crm/tags/tags.service.ts'], real);
  expect(tests).toEqual(
    expect.arrayContaining(['server/areas/crm/tags/tags.test.ts', 'server/areas/crm/imports/imports.test.ts']),
  );
  expect(tests.length).toBeLessThan(60); // of 300
  expect(journeys).toContain('tests/browser/tags.journey.ts');
});
