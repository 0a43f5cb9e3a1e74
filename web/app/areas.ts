// The areas' declarations for the frame of the signed-in user, one line each. Their routes stand in routes.ts.

import { settingsArea } from '#web/areas/company/settings/settings.area.ts';
import { bulkArea } from '#web/areas/crm/bulk/bulk.area.ts';
import { bulkActionsArea } from '#web/areas/crm/bulkActions/bulkActions.area.ts';
import { captureFormsArea } from '#web/areas/crm/captureForms/captureForms.area.ts';
import { contactsArea } from '#web/areas/crm/contacts/contacts.area.ts';
import { customFieldsArea } from '#web/areas/crm/customFields/customFields.area.ts';
import { duplicatesArea } from '#web/areas/crm/duplicates/duplicates.area.ts';
import { importsArea } from '#web/areas/crm/imports/imports.area.ts';
import { referenceArea } from '#web/areas/crm/reference/reference.area.ts';
import { transfersArea } from '#web/areas/crm/transfers/transfers.area.ts';
import { calendarArea } from '#web/areas/desk/calendar/calendar.area.ts';
import { dashboardArea } from '#web/areas/desk/dashboard/dashboard.area.ts';
import { tasksArea } from '#web/areas/desk/tasks/tasks.area.ts';
import { apiKeysArea } from '#web/areas/identity/apiKeys/apiKeys.area.ts';
import { securityArea } from '#web/areas/identity/security/security.area.ts';
import { sessionsArea } from '#web/areas/identity/sessions/sessions.area.ts';
import { signInArea } from '#web/areas/identity/signIn/signIn.area.ts';
import { campaignsArea } from '#web/areas/messaging/campaigns/campaigns.area.ts';
import { complianceArea } from '#web/areas/messaging/compliance/compliance.area.ts';
import { inboxArea } from '#web/areas/messaging/inbox/inbox.area.ts';
import { phoneChecksArea } from '#web/areas/messaging/phoneChecks/phoneChecks.area.ts';
import { phoneNumbersArea } from '#web/areas/messaging/phoneNumbers/phoneNumbers.area.ts';
import { registrationsArea } from '#web/areas/messaging/registrations/registrations.area.ts';
import { sendingDomainsArea } from '#web/areas/messaging/sendingDomains/sendingDomains.area.ts';
import { sendsArea } from '#web/areas/messaging/sends/sends.area.ts';
import { servicesArea } from '#web/areas/messaging/services/services.area.ts';
import { templatesArea } from '#web/areas/messaging/templates/templates.area.ts';
import { billingArea } from '#web/areas/money/billing/billing.area.ts';
import { paymentsArea } from '#web/areas/money/payments/payments.area.ts';
import { plansArea } from '#web/areas/money/plans/plans.area.ts';
import { walletArea } from '#web/areas/money/wallet/wallet.area.ts';
import { auditLogArea } from '#web/areas/office/auditLog/auditLog.area.ts';
import { corporationsArea } from '#web/areas/office/corporations/corporations.area.ts';
import { featureFlagsArea } from '#web/areas/office/featureFlags/featureFlags.area.ts';
import { helpsArea } from '#web/areas/office/helps/helps.area.ts';
import { platformArea } from '#web/areas/office/platform/platform.area.ts';
import { signupsArea } from '#web/areas/office/signups/signups.area.ts';
import { userAdminArea } from '#web/areas/office/userAdmin/userAdmin.area.ts';
import { legalArea } from '#web/areas/public/legal/legal.area.ts';
import { callCentreArea } from '#web/areas/voice/callCentre/callCentre.area.ts';
import { dialerArea } from '#web/areas/voice/dialer/dialer.area.ts';
import { dialSessionsArea } from '#web/areas/voice/dialSessions/dialSessions.area.ts';
import type { Area } from './area.ts';

export const areas: readonly Area[] = [
  dashboardArea,
  tasksArea,
  contactsArea,
  bulkArea,
  bulkActionsArea,
  duplicatesArea,
  importsArea,
  transfersArea,
  customFieldsArea,
  captureFormsArea,
  referenceArea,
  calendarArea,
  templatesArea,
  sendsArea,
  walletArea,
  billingArea,
  plansArea,
  paymentsArea,
  phoneChecksArea,
  phoneNumbersArea,
  registrationsArea,
  sendingDomainsArea,
  inboxArea,
  dialerArea,
  dialSessionsArea,
  callCentreArea,
  campaignsArea,
  userAdminArea,
  complianceArea,
  securityArea,
  apiKeysArea,
  sessionsArea,
  signInArea,
  settingsArea,
  corporationsArea,
  featureFlagsArea,
  signupsArea,
  helpsArea,
  auditLogArea,
  servicesArea,
  platformArea,
  legalArea,
];
