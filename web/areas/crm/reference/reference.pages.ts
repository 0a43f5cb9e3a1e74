// The screens of look-ups by their addresses, fetched together: they are small, and alike.
export { AgentflowStatusListPage as agentflow } from './AgentflowStatusListPage.tsx';
export { CarrierListPage as carriers } from './CarrierListPage.tsx';
export { CategoryListPage as categories } from './CategoryListPage.tsx';
export { GroupListPage as groups } from './GroupListPage.tsx';
export { OfficeLocationListPage as offices } from './OfficeLocationListPage.tsx';
export { PoolListPage as pools } from './PoolListPage.tsx';
export { SourceListPage as sources } from './SourceListPage.tsx';
export { StatusListPage as statuses } from './StatusListPage.tsx';
