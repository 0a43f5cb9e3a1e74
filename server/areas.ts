// Every area of the product, listed by hand: an area that is not here does not exist.

import { settingArea } from '#areas/company/settings/settings.area.ts';
import { bulkArea } from '#areas/crm/bulk/bulk.area.ts';
import { captureFormArea } from '#areas/crm/captureForms/captureForms.area.ts';
import { contactArea } from '#areas/crm/contacts/contacts.area.ts';
import { customFieldArea } from '#areas/crm/customFields/customFields.area.ts';
import { dataCaptureArea } from '#areas/crm/dataCapture/dataCapture.area.ts';
import { duplicateArea } from '#areas/crm/duplicates/duplicates.area.ts';
import { exportArea } from '#areas/crm/exports/exports.area.ts';
import { fileArea } from '#areas/crm/files/files.area.ts';
import { importArea } from '#areas/crm/imports/imports.area.ts';
import { linkedContactArea } from '#areas/crm/linkedContacts/linkedContacts.area.ts';
import { policyArea } from '#areas/crm/policies/policies.area.ts';
import { prescriptionArea } from '#areas/crm/prescriptions/prescriptions.area.ts';
import { referenceArea } from '#areas/crm/reference/reference.area.ts';
import { savedViewArea } from '#areas/crm/savedViews/savedViews.area.ts';
import { tagArea } from '#areas/crm/tags/tags.area.ts';
import { transferArea } from '#areas/crm/transfers/transfers.area.ts';
import { calendarArea } from '#areas/desk/calendar/calendar.area.ts';
import { dashboardArea } from '#areas/desk/dashboard/dashboard.area.ts';
import { taskArea } from '#areas/desk/tasks/tasks.area.ts';
import { apiKeyArea } from '#areas/identity/apiKeys/apiKeys.area.ts';
import { favoriteArea } from '#areas/identity/favorites/favorites.area.ts';
import { passkeyArea } from '#areas/identity/passkeys/passkeys.area.ts';
import { passwordArea } from '#areas/identity/passwords/passwords.area.ts';
import { securityArea } from '#areas/identity/security/security.area.ts';
import { sessionArea } from '#areas/identity/sessions/sessions.area.ts';
import { signInArea } from '#areas/identity/signIn/signIn.area.ts';
import { ssoArea } from '#areas/identity/sso/sso.area.ts';
import { twoFactorArea } from '#areas/identity/twoFactor/twoFactor.area.ts';
import { userArea } from '#areas/identity/users/users.area.ts';
import { campaignArea } from '#areas/messaging/campaigns/campaigns.area.ts';
import { campaignsOfLeaver } from '#areas/messaging/campaigns/campaigns.service.ts';
import { complianceArea } from '#areas/messaging/compliance/compliance.area.ts';
import { conversationArea } from '#areas/messaging/conversations/conversations.area.ts';
import { phoneCheckArea } from '#areas/messaging/phoneChecks/phoneChecks.area.ts';
import { phoneNumberArea } from '#areas/messaging/phoneNumbers/phoneNumbers.area.ts';
import { registrationArea } from '#areas/messaging/registrations/registrations.area.ts';
import { scheduledMessageArea } from '#areas/messaging/scheduledMessages/scheduledMessages.area.ts';
import { sendingDomainArea } from '#areas/messaging/sendingDomains/sendingDomains.area.ts';
import { sendArea } from '#areas/messaging/sends/sends.area.ts';
import { serviceArea } from '#areas/messaging/services/services.area.ts';
import { templateArea } from '#areas/messaging/templates/templates.area.ts';
import { textingArea } from '#areas/messaging/texting/texting.area.ts';
import { webhookArea } from '#areas/messaging/webhooks/webhooks.area.ts';
import { accountArea } from '#areas/money/accounts/accounts.area.ts';
import { cardArea } from '#areas/money/cards/cards.area.ts';
import { invoiceArea } from '#areas/money/invoices/invoices.area.ts';
import { ledgerArea } from '#areas/money/ledger/ledger.area.ts';
import { refundArea } from '#areas/money/refunds/refunds.area.ts';
import { subscriptionArea } from '#areas/money/subscriptions/subscriptions.area.ts';
import { subscriptionsOfLeaver } from '#areas/money/subscriptions/subscriptions.service.ts';
import { walletArea } from '#areas/money/wallet/wallet.area.ts';
import { auditLogArea } from '#areas/office/auditLog/auditLog.area.ts';
import { businessUnitArea } from '#areas/office/businessUnits/businessUnits.area.ts';
import { corporationArea } from '#areas/office/corporations/corporations.area.ts';
import { featureFlagArea } from '#areas/office/featureFlags/featureFlags.area.ts';
import { helpArea } from '#areas/office/helps/helps.area.ts';
import { platformArea } from '#areas/office/platform/platform.area.ts';
import { profileArea } from '#areas/office/profile/profile.area.ts';
import { quietJobArea } from '#areas/office/quietJobs/quietJobs.area.ts';
import { sandboxArea } from '#areas/office/sandbox/sandbox.area.ts';
import { signupArea } from '#areas/office/signups/signups.area.ts';
import { userAdminArea } from '#areas/office/userAdmin/userAdmin.area.ts';
import { callCentreArea } from '#areas/voice/callCentre/callCentre.area.ts';
import { callArea } from '#areas/voice/calls/calls.area.ts';
import { carrierCallArea } from '#areas/voice/carrierCalls/carrierCalls.area.ts';
import { dialSessionArea } from '#areas/voice/dialSessions/dialSessions.area.ts';
import type { Area } from '#kernel/area.ts';
import { type Attached, accessOf, doneBy } from '#kernel/attached.ts';
import { type FileKinds, fileChores, resealFiles } from '#kernel/files/fileSweep.ts';
import { fileTasks } from '#kernel/files/files.ts';
import { chores } from '#kernel/jobs/housekeeping.ts';
import type { Tasks } from '#kernel/jobs/tasks.ts';
import type { Reseal } from '#kernel/secrets/reseal.ts';

const areas: Area[] = [
  signInArea,
  sessionArea,
  passwordArea,
  twoFactorArea,
  passkeyArea,
  ssoArea,
  userArea,
  profileArea,
  favoriteArea,
  accountArea,
  apiKeyArea,
  securityArea,
  contactArea(() => ({ attached: allAttached, timeline: allTimelineKinds })),
  savedViewArea,
  policyArea,
  fileArea,
  linkedContactArea,
  prescriptionArea,
  captureFormArea,
  dataCaptureArea,
  taskArea,
  sendArea,
  phoneCheckArea,
  sendingDomainArea,
  textingArea,
  scheduledMessageArea,
  phoneNumberArea,
  registrationArea,
  ledgerArea,
  cardArea,
  walletArea,
  refundArea,
  invoiceArea,
  subscriptionArea,
  conversationArea,
  callArea,
  carrierCallArea,
  dialSessionArea,
  callCentreArea,
  dashboardArea(() => allCards),
  tagArea,
  referenceArea,
  customFieldArea,
  importArea,
  transferArea,
  exportArea,
  calendarArea,
  templateArea,
  campaignArea,
  duplicateArea(() => allAttached),
  auditLogArea,
  signupArea,
  helpArea,
  featureFlagArea,
  quietJobArea,
  platformArea,
  sandboxArea,
  userAdminArea(() => ({
    attached: allAttached,
    operations: allOperations,
    campaigns: campaignsOfLeaver,
    subscriptions: subscriptionsOfLeaver,
  })),
  businessUnitArea,
  corporationArea,
  complianceArea,
  serviceArea(() => allServices),
  webhookArea(() => ({ kinds: allHooks, accounts: allAccountHooks })),
];

const allOperations = areas.flatMap(({ operations = [] }) => operations);

export const allAreas: Area[] = [...areas, bulkArea(allOperations), settingArea(areas.flatMap(({ settings = [] }) => settings))];

export const allRoutes = allAreas.flatMap(({ routes = [] }) => routes);

export const allTasks: Tasks = Object.assign({}, fileTasks, ...allAreas.flatMap(({ jobs = [] }) => jobs));

const allFileKinds: FileKinds = Object.assign({}, ...allAreas.map(({ fileKinds }) => fileKinds));

export const allChores = [...chores, ...allAreas.flatMap(({ chores = [] }) => chores), ...fileChores(allFileKinds)];

export const allSchedules = allAreas.flatMap(({ schedules = [] }) => schedules);

const allHooks = allAreas.flatMap(({ hooks = [] }) => hooks);

const allAccountHooks = allAreas.flatMap(({ accountHooks = [] }) => accountHooks);
/** In the order of the areas. */
const allServices = areas.flatMap(({ services = [] }) => services);

export const allPumps = allAreas.flatMap(({ pumps = [] }) => pumps);

export const allSettings = allAreas.flatMap(({ settings = [] }) => settings);

/** The rules for every row that belongs to a contact or a user. Features, settings and the audit log are the kernel's. */
export const allAttached: Attached[] = [
  accessOf('feature_overrides'),
  ...doneBy('settings', 'updated_by'),
  ...doneBy('audit_log', 'actor_id', 'impersonator_id'),
  ...doneBy('files', 'uploaded_by'),
  ...allAreas.flatMap(({ attached = [] }) => attached),
];

export const allMeParts = allAreas.flatMap(({ me = [] }) => me);

export const allCards = allAreas.flatMap(({ cards = [] }) => cards);

export const allTimelineKinds = allAreas.flatMap(({ timeline = [] }) => timeline);

/** Everything stored under the envelope key's seal. */
export const allReseals: Record<string, Reseal> = Object.assign(
  { 'stored files': resealFiles },
  ...allAreas.map(({ reseals }) => reseals),
);
