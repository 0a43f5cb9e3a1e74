import { IconUsers } from '@tabler/icons-react';
import { LookupPage } from '#app/lookups/LookupPage.tsx';
import { lookupScreen } from '#app/lookups/lookups.ts';
import { createGroup, deleteGroup, listGroups, updateGroup } from '#contract/reference.ts';
import { TeamFields, teamBody, teamColumns, teamValues } from './teams.screen.tsx';

const screen = lookupScreen({
  list: listGroups,
  create: createGroup,
  update: updateGroup,
  remove: deleteGroup,
  title: 'Groups',
  one: 'group',
  icon: IconUsers,
  about: 'A group is people who work together: a desk, a team, the office’s leads.',
  nameOf: ({ name }) => name,
  counted: null,
  columns: teamColumns('Members'),
  valuesOf: teamValues,
  bodyOf: teamBody,
  Fields: ({ form }) => <TeamFields form={form} people="Members" />,
});

export const GroupListPage = () => <LookupPage screen={screen} />;
