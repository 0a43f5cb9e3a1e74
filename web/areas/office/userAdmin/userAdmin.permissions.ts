// Permissions in plain words, grouped as people look for them.
import type { Permission, Reach } from '#contract/permissions.ts';

export const permissionGroups = ['Contacts', 'Lists', 'People', 'System'] as const;

export const permissionWords: Record<Permission, readonly [group: (typeof permissionGroups)[number], title: string]> = {
  'contacts.read': ['Contacts', 'See contacts'],
  'contacts.create': ['Contacts', 'Add contacts'],
  'contacts.update': ['Contacts', 'Change contacts'],
  'contacts.bulk': ['Contacts', 'Change many contacts at once'],
  'contacts.import': ['Contacts', 'Import contacts from files'],
  'contacts.assign_others': ['Contacts', 'Give contacts to other people'],
  'policies.read': ['Contacts', 'See policies and securities'],
  'policies.update': ['Contacts', 'Change policies and securities'],
  'files.read': ['Contacts', 'See files and call recordings'],
  'files.update': ['Contacts', 'Add, rename and remove files'],
  'policies.numbers': ['Contacts', 'See policy numbers in full'],
  'prescriptions.read': ['Contacts', 'See prescriptions'],
  'prescriptions.update': ['Contacts', 'Change prescriptions'],
  'data_capture.update': ['Contacts', 'Answer forms of contacts'],
  'tags.read': ['Contacts', 'See tags'],
  'tags.create': ['Contacts', 'Add tags'],
  'reference.read': ['Lists', 'See statuses, sources and other lists'],
  'reference.manage': ['Lists', 'Change statuses, sources and other lists'],
  'teams.manage': ['Lists', 'Keep groups and pools'],
  'custom_fields.manage': ['Lists', 'Keep custom fields'],
  'capture_forms.manage': ['Lists', 'Design forms'],
  'team.lead': ['People', 'See what the team does'],
  'jobs.operate': ['System', 'Run failed jobs again, and pause long work'],
  'security.manage': ['System', 'Require second factors and new passwords'],
  'access.manage': ['System', 'Set single sign-on and allowed networks'],
  'users.impersonate': ['People', 'Act as another user'],
  'users.manage': ['People', 'Invite, change and deactivate users'],
  'features.manage': ['System', 'Switch features on and off'],
  'settings.manage': ['System', 'Change settings'],
  'audit.read': ['System', 'Read the audit log'],
  'signups.manage': ['People', 'Approve onboarding applications'],
  'business_units.manage': ['People', 'Keep business units'],
};

export const reachTitles: Record<Reach, string> = {
  own: 'Only their own',
  downline: 'The downline',
  business_unit: 'The business unit',
  company: 'The company',
};
