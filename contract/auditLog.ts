// The audit log: who changed what decides over access, features and settings. Entries are added and never changed.
import { z } from 'zod';
import { Day, endpoint, Id, Limit, Line, Nothing, PathId, paces } from './kit/endpoint.ts';
import { Person } from './users.ts';

/** All that code writes. The audit screen has a label for each. */
export const auditActions = [
  'api_keys.changed',
  'api_keys.created',
  'api_keys.revoked',
  'api_keys.token_refreshed',
  'api_keys.token_viewed',
  'business_units.changed',
  'business_units.created',
  'business_units.deleted',
  'calls.recording_heard',
  'calls.watched',
  'campaigns.approved',
  'campaigns.deleted',
  'campaigns.passed_on',
  'campaigns.switched',
  'capture_forms.changed',
  'capture_forms.created',
  'capture_forms.deleted',
  'compliance.address_changed',
  'compliance.list_removed',
  'compliance.list_uploaded',
  'compliance.licence_changed',
  'compliance.rule_added',
  'compliance.rule_ended',
  'compliance.suppressed',
  'compliance.marketing_paused',
  'compliance.marketing_resumed',
  'webhooks.renewed',
  'numbers.assigned',
  'numbers.given_up',
  'numbers.kept',
  'registrations.submitted',
  'registrations.decided',
  'compliance.suppression_lifted',
  'contacts.erased',
  'contacts.exported',
  'custom_fields.deleted',
  'features.updated',
  'groups.changed',
  'groups.created',
  'groups.deleted',
  'impersonation.began',
  'impersonation.ended',
  'jobs.quiet_changed',
  'jobs.run_again',
  'mails.exported',
  'networks.added',
  'networks.removed',
  'passwords.set',
  'payments.refunded',
  'plans.changed',
  'plans.created',
  'plans.retired',
  'policies.number_viewed',
  'pools.changed',
  'pools.created',
  'pools.deleted',
  'prescriptions.viewed',
  'security.password_change_required',
  'security.two_factor_reset',
  'security.updated',
  'sending_domains.added',
  'sending_domains.lost',
  'sending_domains.removed',
  'sending_domains.verified',
  'settings.updated',
  'signups.approved',
  'signups.returned',
  'sso.domain_verified',
  'sso.removed',
  'sso.updated',
  'subscriptions.activated',
  'subscriptions.cancelled',
  'subscriptions.ended',
  'subscriptions.granted',
  'subscriptions.licences_granted',
  'subscriptions.order_cancelled',
  'users.changed',
  'users.created_by_sso',
  'users.deactivated',
  'users.imported',
  'users.invitation_withdrawn',
  'users.invited',
  'users.invited_again',
  'users.reactivated',
  'users.role_changed',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const AuditEntry = z
  .object({
    id: Id,
    at: z.string(),
    /** `area.what_happened` */
    action: z.string(),
    /** The object of the action. `name`: of a user, business unit, pool, group or API key that still exists. */
    of: z.object({ type: z.string(), id: z.int(), name: z.string().nullable() }),
    /** The fields that changed, by name, with names instead of ids; null where there was or is nothing. */
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
    /** The user in whose name it happened; null: the system itself. */
    actor: Person.nullable(),
    /** The person who acted as that user. */
    impersonator: Person.nullable(),
    address: z.string().nullable(),
    /** The API key that the call was made with. */
    api_key: z.object({ id: Id, name: z.string() }).nullable(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.output<typeof AuditEntry>;

const AuditFilters = z.object({
  /** The person who did it, as themselves or acting as another user. */
  who: PathId.optional(),
  /** The user that somebody else acted as. */
  acted_as: PathId.optional(),
  action: Line(80).optional(),
  of_type: Line(40).optional(),
  of_id: z.coerce.number().pipe(z.int().min(0)).optional(),
  /** Days in the caller's time zone, both included. */
  from: Day.optional(),
  to: Day.optional(),
});
export type AuditFilters = z.output<typeof AuditFilters>;

export const AuditQuery = AuditFilters.extend({ cursor: z.string().max(300).optional(), limit: Limit(50) });
export type AuditQuery = z.output<typeof AuditQuery>;

const permission = 'audit.read';

export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/v1/admin/audit_log',
  summary: 'The audit log, the newest first; `next_cursor` asks for the entries before',
  permission,
  query: AuditQuery,
  response: z.object({ data: z.array(AuditEntry), meta: z.object({ next_cursor: z.string().nullable() }) }),
});
export const exportAuditLog = endpoint({
  method: 'GET',
  path: '/v1/admin/audit_log/export.csv',
  summary: 'The same entries as a CSV file',
  permission,
  kind: 'stream',
  query: AuditFilters,
  response: Nothing,
  rateLimit: paces.heavy,
});
