// The whole contract: every endpoint by its name. An area that is not here does not exist.
import * as accounts from './accounts.ts';
import * as apiKeys from './apiKeys.ts';
import * as auditLog from './auditLog.ts';
import * as billing from './billing.ts';
import * as bulk from './bulk.ts';
import * as businessUnits from './businessUnits.ts';
import * as calendar from './calendar.ts';
import * as calendarFeed from './calendarFeed.ts';
import * as callCentre from './callCentre.ts';
import * as campaigns from './campaigns.ts';
import * as campaignTexts from './campaignTexts.ts';
import * as captureForms from './captureForms.ts';
import * as cards from './cards.ts';
import * as compliance from './compliance.ts';
import * as complianceRules from './complianceRules.ts';
import * as contactActions from './contactActions.ts';
import * as contactActivities from './contactActivities.ts';
import * as contactEmails from './contactEmails.ts';
import * as contactHistory from './contactHistory.ts';
import * as contactMatches from './contactMatches.ts';
import * as contactMerges from './contactMerges.ts';
import * as contacts from './contacts.ts';
import * as conversations from './conversations.ts';
import * as corporations from './corporations.ts';
import * as customFields from './customFields.ts';
import * as dashboard from './dashboard.ts';
import * as dataCapture from './dataCapture.ts';
import * as dialer from './dialer.ts';
import * as dialerPlans from './dialerPlans.ts';
import * as dialSessions from './dialSessions.ts';
import * as downline from './downline.ts';
import * as duplicates from './duplicates.ts';
import * as emailLogs from './emailLogs.ts';
import * as emailSignatures from './emailSignatures.ts';
import * as emails from './emails.ts';
import * as exports from './exports.ts';
import * as favorites from './favorites.ts';
import * as featureFlags from './featureFlags.ts';
import * as files from './files.ts';
import * as groupTexts from './groupTexts.ts';
import * as helps from './helps.ts';
import * as importDrafts from './importDrafts.ts';
import * as importProblems from './importProblems.ts';
import * as imports from './imports.ts';
import * as invoices from './invoices.ts';
import { endpointsOf } from './kit/endpoint.ts';
import * as ledger from './ledger.ts';
import * as licenses from './licenses.ts';
import * as linkedContacts from './linkedContacts.ts';
import * as mailLinks from './mailLinks.ts';
import * as mailPreferences from './mailPreferences.ts';
import * as maxPlus from './maxPlus.ts';
import * as me from './me.ts';
import * as passkeys from './passkeys.ts';
import * as passwords from './passwords.ts';
import * as payments from './payments.ts';
import * as phoneChecks from './phoneChecks.ts';
import * as phoneNumbers from './phoneNumbers.ts';
import * as platform from './platform.ts';
import * as policies from './policies.ts';
import * as prescriptions from './prescriptions.ts';
import * as profile from './profile.ts';
import * as quietJobs from './quietJobs.ts';
import * as reference from './reference.ts';
import * as registrations from './registrations.ts';
import * as sandbox from './sandbox.ts';
import * as sandboxCards from './sandboxCards.ts';
import * as sandboxPhones from './sandboxPhones.ts';
import * as savedViews from './savedViews.ts';
import * as scheduledMessages from './scheduledMessages.ts';
import * as security from './security.ts';
import * as sendingDomains from './sendingDomains.ts';
import * as sends from './sends.ts';
import * as services from './services.ts';
import * as sessions from './sessions.ts';
import * as settings from './settings.ts';
import * as signIn from './signIn.ts';
import * as signups from './signups.ts';
import * as sso from './sso.ts';
import * as suppressions from './suppressions.ts';
import * as tags from './tags.ts';
import * as tasks from './tasks.ts';
import * as texting from './texting.ts';
import * as textingPlans from './textingPlans.ts';
import * as textTemplates from './textTemplates.ts';
import * as transfers from './transfers.ts';
import * as twoFactor from './twoFactor.ts';
import * as userAdmin from './userAdmin.ts';
import * as userFiles from './userFiles.ts';
import * as users from './users.ts';
import * as wallet from './wallet.ts';
import * as webhooks from './webhooks.ts';
import * as webpage from './webpage.ts';

export const areas = {
  signIn,
  sessions,
  passwords,
  twoFactor,
  passkeys,
  sso,
  users: { ...users, ...me },
  favorites,
  profile: { ...profile, ...webpage },
  userAdmin: { ...userAdmin, ...downline, ...userFiles, ...licenses },
  businessUnits,
  accounts,
  apiKeys,
  scheduledMessages,
  security,
  contacts: { ...contacts, ...contactActivities, ...contactEmails, ...contactHistory, ...contactMatches },
  savedViews,
  compliance: { ...compliance, ...complianceRules, ...suppressions },
  policies,
  files,
  linkedContacts,
  prescriptions,
  captureForms,
  dataCapture,
  duplicates: { ...duplicates, ...contactMerges },
  tags,
  conversations,
  corporations,
  sends: { ...sends, ...emailLogs, ...mailPreferences, ...mailLinks },
  phoneChecks,
  sendingDomains,
  texting: { ...texting, ...groupTexts, ...campaignTexts },
  phoneNumbers,
  registrations,
  tasks,
  ledger,
  cards: { ...cards, ...sandboxCards },
  wallet,
  payments,
  invoices,
  textingPlans,
  dialer,
  callCentre,
  dialerPlans,
  dialSessions,
  emails: { ...emails, ...emailSignatures, ...textTemplates },
  campaigns,
  dashboard,
  reference,
  customFields,
  imports: { ...imports, ...importDrafts, ...importProblems },
  billing,
  maxPlus,
  bulk: { ...bulk, ...contactActions },
  transfers,
  exports,
  calendar: { ...calendar, ...calendarFeed },
  featureFlags,
  quietJobs,
  settings,
  auditLog,
  signups,
  helps,
  platform,
  sandbox,
  sandboxPhones,
  webhooks,
  services,
};

export const allEndpoints = Object.entries(areas).flatMap(([area, contract]) =>
  endpointsOf(contract).map(([name, endpoint]) => ({ area, name, endpoint })),
);
