import { IconListCheck } from '@tabler/icons-react';
import { LookupPage } from '#app/lookups/LookupPage.tsx';
import { lookupScreen } from '#app/lookups/lookups.ts';
import {
  createAgentflowStatus,
  deleteAgentflowStatus,
  listAdminAgentflowStatuses,
  updateAgentflowStatus,
} from '#contract/reference.ts';
import { Dot, type Tone } from '#ui/Dot.tsx';
import { later } from '#ui/later.ts';
import { AgentflowGroupButton } from './AgentflowGroupButton.tsx';
import { UnitName } from './UnitName.tsx';

const Fields = later(() => import('./reference.fields.tsx').then((module) => module.AgentflowStatusFields));

const screen = lookupScreen({
  list: listAdminAgentflowStatuses,
  create: createAgentflowStatus,
  update: updateAgentflowStatus,
  remove: deleteAgentflowStatus,
  title: 'Agentflow statuses',
  one: 'status',
  icon: IconListCheck,
  about: 'An agentflow status says where a contact stands in the agent’s own work: to call, appointment, enrolled.',
  nameOf: ({ title }) => title,
  mark: ({ color }) => <Dot tone={color} />,
  columns: [{ header: 'Business unit', cell: ({ business_unit_id }) => <UnitName id={business_unit_id} /> }],
  ordered: true,
  groupOf: ({ group }) => group,
  groupTools: (row, place) => row.group !== '' && <AgentflowGroupButton id={row.group_id} title={row.group} place={place} />,
  usedIn: ({ id }) => ({ search: [{ field: 'agentflow_status', operator: 'any_of', value: [id] }], pool_id: 'all' }),
  valuesOf: (row) => ({
    title: row?.title ?? '',
    group: row?.group ?? '',
    color: row?.color ?? ('gray' as Tone),
    business_unit_id: row?.business_unit_id ?? null,
  }),
  bodyOf: (values) => values,
  Fields,
});

export const AgentflowStatusListPage = () => <LookupPage screen={screen} />;
