import type { ApiKey } from '#contract/apiKeys.ts';
import { type ApiScope, type ApiScopeGroup, apiScopeGroups } from '#contract/apiScopes.ts';

export const groupLabels: Record<ApiScopeGroup, { label: string; about: string }> = {
  contacts: { label: 'Contacts', about: 'With policies, files, notes, tags, imports, transfers and bulk actions' },
  messages: { label: 'Messages', about: 'E-mails to contacts, templates and mailings' },
  lists: { label: 'Lists', about: 'Statuses, sources, carriers, custom fields, forms, groups and pools' },
  account: { label: 'Your account', about: 'Who you are, and your calendar' },
  company: { label: 'Company', about: 'Users, settings and the audit log, if your role shows them' },
};

export type Access = 'none' | 'read' | 'write';
export const accessLabels: Record<Access, string> = { none: 'No access', read: 'Read', write: 'Read and change' };

export const accessIn = (scopes: readonly string[], group: ApiScopeGroup): Access =>
  scopes.includes(`${group}:write`) ? 'write' : scopes.includes(`${group}:read`) ? 'read' : 'none';

/** "Contacts: read and change. Lists: read" */
export const scopeWords = (scopes: readonly ApiScope[]) =>
  apiScopeGroups
    .filter((group) => accessIn(scopes, group) !== 'none')
    .map((group) => `${groupLabels[group].label}: ${accessLabels[accessIn(scopes, group)].toLowerCase()}`)
    .join('. ');

export const stateLabels: Record<ApiKey['state'], string> = { active: 'Active', expired: 'Expired', revoked: 'Revoked' };
