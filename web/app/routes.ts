// Every route of the areas, by the root that it hangs on. Every visitor loads them; the rest of an area
// (areas.ts) comes with the frame of the signed-in user.

import { settingsRoutes } from '#web/areas/company/settings/settings.routes.tsx';
import { bulkActionRoutes } from '#web/areas/crm/bulkActions/bulkActions.routes.tsx';
import { captureFormRoutes } from '#web/areas/crm/captureForms/captureForms.routes.tsx';
import { contactRoutes, contactTimelineRoute } from '#web/areas/crm/contacts/contacts.routes.tsx';
import { customFieldRoutes } from '#web/areas/crm/customFields/customFields.routes.tsx';
import { duplicateRoutes } from '#web/areas/crm/duplicates/duplicates.routes.ts';
import { importRoutes } from '#web/areas/crm/imports/imports.routes.tsx';
import { referenceRoutes } from '#web/areas/crm/reference/reference.routes.tsx';
import { transferRoutes } from '#web/areas/crm/transfers/transfers.routes.tsx';
import { calendarRoutes } from '#web/areas/desk/calendar/calendar.routes.tsx';
import { dashboardRoutes } from '#web/areas/desk/dashboard/dashboard.routes.tsx';
import { taskRoutes } from '#web/areas/desk/tasks/tasks.routes.tsx';
import { apiKeyRoutes, companyApiKeyRoutes } from '#web/areas/identity/apiKeys/apiKeys.routes.tsx';
import { passwordRoutes } from '#web/areas/identity/passwords/passwords.routes.tsx';
import { securityRoutes } from '#web/areas/identity/security/security.routes.tsx';
import { signInRoutes } from '#web/areas/identity/signIn/signIn.routes.tsx';
import { ssoRoutes } from '#web/areas/identity/sso/sso.routes.tsx';
import { campaignRoutes } from '#web/areas/messaging/campaigns/campaigns.routes.tsx';
import { complianceRoutes } from '#web/areas/messaging/compliance/compliance.routes.tsx';
import { inboxRoutes } from '#web/areas/messaging/inbox/inbox.routes.tsx';
import { phoneCheckRoutes } from '#web/areas/messaging/phoneChecks/phoneChecks.routes.tsx';
import { adminNumberRoutes, numberRoutes } from '#web/areas/messaging/phoneNumbers/phoneNumbers.routes.tsx';
import { registrationRoutes } from '#web/areas/messaging/registrations/registrations.routes.tsx';
import { sendingDomainRoutes } from '#web/areas/messaging/sendingDomains/sendingDomains.routes.tsx';
import { sendRoutes } from '#web/areas/messaging/sends/sends.routes.tsx';
import { serviceRoutes } from '#web/areas/messaging/services/services.routes.tsx';
import { templateRoutes } from '#web/areas/messaging/templates/templates.routes.tsx';
import { accountRoutes, externalAccountsRoute } from '#web/areas/money/accounts/accounts.routes.tsx';
import { billingRoutes } from '#web/areas/money/billing/billing.routes.tsx';
import { paymentRoutes } from '#web/areas/money/payments/payments.routes.tsx';
import { adminPlanRoutes, planRoutes } from '#web/areas/money/plans/plans.routes.tsx';
import { sandboxCardRoutes } from '#web/areas/money/sandboxCards/sandboxCards.routes.tsx';
import { walletRoutes } from '#web/areas/money/wallet/wallet.routes.tsx';
import { auditLogRoutes } from '#web/areas/office/auditLog/auditLog.routes.tsx';
import { corporationRoutes } from '#web/areas/office/corporations/corporations.routes.tsx';
import { featureFlagRoutes } from '#web/areas/office/featureFlags/featureFlags.routes.tsx';
import { platformRoutes } from '#web/areas/office/platform/platform.routes.tsx';
import { sandboxRoutes } from '#web/areas/office/sandbox/sandbox.routes.tsx';
import { signupRoutes } from '#web/areas/office/signups/signups.routes.tsx';
import { userAdminRoutes } from '#web/areas/office/userAdmin/userAdmin.routes.tsx';
import { legalRoutes } from '#web/areas/public/legal/legal.routes.tsx';
import { callCentreRoutes } from '#web/areas/voice/callCentre/callCentre.routes.tsx';
import { callRoutes } from '#web/areas/voice/dialer/dialer.routes.tsx';
import { dialSessionRoutes } from '#web/areas/voice/dialSessions/dialSessions.routes.tsx';

/** Children of `shellRoute`. */
export const shellRoutes = [
  ...bulkActionRoutes,
  ...contactRoutes,
  ...duplicateRoutes,
  ...importRoutes,
  ...transferRoutes,
  ...calendarRoutes,
  ...dashboardRoutes,
  ...taskRoutes,
  ...accountRoutes,
  ...apiKeyRoutes,
  ...campaignRoutes,
  ...inboxRoutes,
  ...phoneCheckRoutes,
  ...numberRoutes,
  ...sendRoutes,
  ...billingRoutes,
  ...planRoutes,
  ...walletRoutes,
  ...callRoutes,
  ...callCentreRoutes,
  ...dialSessionRoutes,
] as const;

/** Children of `adminRoute`. */
export const adminRoutes = [
  ...captureFormRoutes,
  ...customFieldRoutes,
  ...referenceRoutes,
  ...companyApiKeyRoutes,
  ...securityRoutes,
  ...complianceRoutes,
  ...adminNumberRoutes,
  ...registrationRoutes,
  ...sendingDomainRoutes,
  ...serviceRoutes,
  ...templateRoutes,
  ...paymentRoutes,
  ...adminPlanRoutes,
  ...auditLogRoutes,
  ...corporationRoutes,
  ...featureFlagRoutes,
  ...platformRoutes,
  ...settingsRoutes,
  ...signupRoutes,
  ...userAdminRoutes,
] as const;

/** Children of `rootRoute`: outside the frame. */
export const publicRoutes = [
  contactTimelineRoute,
  externalAccountsRoute,
  ...passwordRoutes,
  ...signInRoutes,
  ...ssoRoutes,
  ...sandboxCardRoutes,
  ...sandboxRoutes,
  ...legalRoutes,
] as const;
