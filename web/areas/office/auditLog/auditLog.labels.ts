import type { AuditAction } from '#contract/auditLog.ts';
import type { LoginType } from '#contract/impersonation.ts';
import type { Variant } from '#contract/lookups.ts';
import { type Role, roles } from '#contract/permissions.ts';
import { roleName } from '#contract/roles.ts';

export const actionLabels: Record<AuditAction, string> = {
  'api_keys.created': 'Created an API key',
  'api_keys.changed': 'Changed an API key',
  'api_keys.revoked': 'Revoked an API key',
  'api_keys.token_refreshed': 'Replaced the own API token',
  'api_keys.token_viewed': 'Looked at the own API token',
  'payments.refunded': 'Refunded a payment',
  'plans.created': 'Added a plan',
  'plans.changed': 'Changed a plan',
  'plans.retired': 'Stopped offering a plan',
  'subscriptions.activated': 'Activated a subscription',
  'subscriptions.ended': 'Ended a subscription',
  'subscriptions.cancelled': 'Cancelled a subscription',
  'subscriptions.granted': 'Granted a subscription',
  'subscriptions.licences_granted': 'Granted licences',
  'subscriptions.order_cancelled': 'Took an order back',
  'users.invited': 'Invited a user',
  'users.invited_again': 'Invited a user again',
  'users.invitation_withdrawn': 'Withdrew an invitation',
  'users.imported': 'Invited users from a file',
  'users.changed': 'Changed a user',
  'users.created_by_sso': 'Added a user at a single sign-on',
  'pools.created': 'Added a pool',
  'pools.changed': 'Changed a pool',
  'pools.deleted': 'Deleted a pool',
  'groups.created': 'Added a group',
  'groups.changed': 'Changed a group',
  'groups.deleted': 'Deleted a group',
  'capture_forms.created': 'Added a form',
  'capture_forms.changed': 'Changed a form',
  'capture_forms.deleted': 'Deleted a form',
  'custom_fields.deleted': 'Deleted a custom field',
  'jobs.run_again': 'Ran a failed job again',
  'contacts.exported': 'Exported contacts to a file',
  'mails.exported': 'Exported the list of mails to a file',
  'calls.recording_heard': 'Listened to the recording of a call',
  'calls.watched': 'Took part in a running call',
  'campaigns.approved': 'Approved a campaign',
  'campaigns.deleted': 'Deleted a campaign',
  'campaigns.passed_on': 'Gave a campaign to a successor',
  'campaigns.switched': 'Switched a campaign on or off',
  'compliance.address_changed': 'Changed the company’s postal address',
  'compliance.list_removed': 'Removed a do-not-call list',
  'compliance.list_uploaded': 'Uploaded a do-not-call list',
  'compliance.licence_changed': 'Changed a licence of an agent',
  'compliance.rule_added': 'Added a rule of contacting people',
  'compliance.rule_ended': 'Ended a rule of contacting people',
  'compliance.marketing_paused': 'Paused marketing mail after complaints',
  'compliance.marketing_resumed': 'Resumed marketing mail',
  'numbers.assigned': 'Gave a phone number to someone else',
  'numbers.given_up': 'Gave up a phone number',
  'numbers.kept': 'Kept a phone number that was given up',
  'registrations.submitted': 'Sent the registration for texts',
  'registrations.decided': 'The carriers decided on the registration for texts',
  'webhooks.renewed': 'Renewed the address for answers and bounces',
  'compliance.suppressed': 'Stopped messages to an address',
  'compliance.suppression_lifted': 'Allowed messages to an address again',
  'contacts.erased': 'Erased deleted contacts for good',
  'prescriptions.viewed': 'Looked at prescriptions',
  'policies.number_viewed': 'Looked at a policy number',
  'users.role_changed': 'Changed a user’s role',
  'users.deactivated': 'Deactivated a user',
  'users.reactivated': 'Reactivated a user',
  'business_units.created': 'Added a business unit',
  'business_units.changed': 'Changed a business unit',
  'business_units.deleted': 'Deleted a business unit',
  'features.updated': 'Switched a feature',
  'sending_domains.added': 'Added a sending domain',
  'sending_domains.lost': 'Found a sending domain no longer verified',
  'sending_domains.removed': 'Removed a sending domain',
  'sending_domains.verified': 'Verified a sending domain',
  'settings.updated': 'Changed a setting',
  'jobs.quiet_changed': 'Paused or continued work',
  'signups.approved': 'Approved an application',
  'signups.returned': 'Returned an application',
  'impersonation.began': 'Began to act as a user',
  'impersonation.ended': 'Stopped acting as a user',
  'passwords.set': 'Set a user’s password',
  'security.updated': 'Changed sign-in requirements',
  'security.password_change_required': 'Required new passwords',
  'security.two_factor_reset': 'Removed a user’s second factors',
  'networks.added': 'Added a network',
  'networks.removed': 'Removed a network',
  'sso.updated': 'Changed single sign-on',
  'sso.removed': 'Removed single sign-on',
  'sso.domain_verified': 'Verified a domain',
};

/** An action that only an older version wrote shows its own words. */
export const actionLabel = (action: string) =>
  (actionLabels as Record<string, string>)[action] ?? sentence(action.replace('.', ': '));

const sentence = (words: string) => (words.charAt(0).toUpperCase() + words.slice(1)).replaceAll('_', ' ');

/** `two_factor_roles` as "Two factor roles", `manager_id` as "Manager", `settings.logo` as "Settings: logo". */
export const fieldLabel = (name: string) => fieldLabels[name] ?? sentence(name.replace(/_id$/, '').replace('.', ': '));

const fieldLabels: Record<string, string> = { login_type: 'Acting as' };

const loginTypeLabels: Record<LoginType, string> = {
  logged_as_admin: 'an administrator',
  logged_as_bu_admin: 'a business unit administrator',
  logged_as_manager: 'a manager',
  impersonating_as_rm: 'a relationship manager',
  impersonating: 'a user',
};

/** Of the field `name`; roles as the variant calls them. */
export function valueLabel(name: string, value: unknown, variant: Variant): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map((one) => valueLabel(name, one, variant)).join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  if (/(^|_)roles?$/.test(name) && isRole(value)) return roleName(value, variant);
  if (name === 'login_type') return (loginTypeLabels as Record<string, string>)[String(value)] ?? String(value);
  return String(value);
}

const isRole = (value: unknown): value is Role => (roles as readonly unknown[]).includes(value);
