import { IconInbox } from '@tabler/icons-react';
import { LookupPage } from '#app/lookups/LookupPage.tsx';
import { lookupScreen } from '#app/lookups/lookups.ts';
import { createPool, deletePool, listPools, updatePool } from '#contract/reference.ts';
import { TeamFields, teamBody, teamColumns, teamValues } from './teams.screen.tsx';

const screen = lookupScreen({
  list: listPools,
  create: createPool,
  update: updatePool,
  remove: deletePool,
  title: 'Pools',
  one: 'pool',
  icon: IconInbox,
  about: 'A pool is a shared stock of contacts: its holders see them and may take them over.',
  nameOf: ({ name }) => name,
  columns: teamColumns('Holders'),
  usedIn: ({ id }) => ({ pool_id: id }),
  valuesOf: teamValues,
  bodyOf: teamBody,
  Fields: ({ form }) => <TeamFields form={form} people="Holders" />,
});

export const PoolListPage = () => <LookupPage screen={screen} />;
