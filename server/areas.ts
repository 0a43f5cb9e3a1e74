// Every area, by hand: what is not listed here does not exist.

import { bulkChores } from '#areas/crm/bulk/bulk.chores.ts';
import { bulkTasks } from '#areas/crm/bulk/bulk.jobs.ts';
import { bulkRoutes } from '#areas/crm/bulk/bulk.routes.ts';
import { resealContacts, resealJournal } from '#areas/crm/contacts/contacts.reseal.ts';
import { contactRoutes } from '#areas/crm/contacts/contacts.routes.ts';
import { customFieldRoutes } from '#areas/crm/customFields/customFields.routes.ts';
import { importChores, importFileKinds } from '#areas/crm/imports/imports.chores.ts';
import { importTasks } from '#areas/crm/imports/imports.jobs.ts';
import { resealProblems, resealRejects } from '#areas/crm/imports/imports.reseal.ts';
import { importRoutes } from '#areas/crm/imports/imports.routes.ts';
import { referenceRoutes } from '#areas/crm/reference/reference.routes.ts';
import { tagRoutes } from '#areas/crm/tags/tags.routes.ts';
import { accountRoutes } from '#areas/identity/accounts/accounts.routes.ts';
import { passkeyRoutes } from '#areas/identity/passkeys/passkeys.routes.ts';
import { passwordTasks } from '#areas/identity/passwords/passwords.jobs.ts';
import { passwordRoutes } from '#areas/identity/passwords/passwords.routes.ts';
import { securityTasks } from '#areas/identity/security/security.jobs.ts';
import { securityRoutes } from '#areas/identity/security/security.routes.ts';
import { sessionTasks } from '#areas/identity/sessions/sessions.jobs.ts';
import { sessionRoutes } from '#areas/identity/sessions/sessions.routes.ts';
import { ssoChores } from '#areas/identity/sso/sso.chores.ts';
import { ssoTasks } from '#areas/identity/sso/sso.jobs.ts';
import { resealClientSecrets, resealSsoSessions } from '#areas/identity/sso/sso.reseal.ts';
import { ssoRoutes } from '#areas/identity/sso/sso.routes.ts';
import { twoFactorChores } from '#areas/identity/twoFactor/twoFactor.chores.ts';
import { twoFactorTasks } from '#areas/identity/twoFactor/twoFactor.jobs.ts';
import { resealApps, resealRecoveryCodes } from '#areas/identity/twoFactor/twoFactor.reseal.ts';
import { twoFactorRoutes } from '#areas/identity/twoFactor/twoFactor.routes.ts';
import { userRoutes } from '#areas/identity/users/users.routes.ts';
import { platformRoutes } from '#areas/office/platform/platform.routes.ts';
import { sandboxChores } from '#areas/office/sandbox/sandbox.chores.ts';
import { sandboxRoutes } from '#areas/office/sandbox/sandbox.routes.ts';
import { type FileKinds, fileChores, resealFiles } from '#kernel/files/fileSweep.ts';
import { fileTasks } from '#kernel/files/files.ts';
import type { Route } from '#kernel/http/routes.ts';
import { type Chore, chores } from '#kernel/jobs/housekeeping.ts';
import type { Tasks } from '#kernel/jobs/tasks.ts';
import type { Reseal } from '#kernel/secrets/reseal.ts';

export const allRoutes: Route[] = [
  ...sessionRoutes,
  ...passwordRoutes,
  ...twoFactorRoutes,
  ...passkeyRoutes,
  ...ssoRoutes,
  ...userRoutes,
  ...accountRoutes,
  ...securityRoutes,
  ...contactRoutes,
  ...tagRoutes,
  ...referenceRoutes,
  ...customFieldRoutes,
  ...importRoutes,
  ...bulkRoutes,
  ...platformRoutes,
  ...sandboxRoutes,
];

export const allTasks: Tasks = {
  ...fileTasks,
  ...sessionTasks,
  ...passwordTasks,
  ...twoFactorTasks,
  ...securityTasks,
  ...ssoTasks,
  ...bulkTasks,
  ...importTasks,
};

const allFileKinds: FileKinds = { ...importFileKinds };

export const allChores: Chore[] = [
  ...chores,
  ...bulkChores,
  ...importChores,
  ...fileChores(allFileKinds),
  ...sandboxChores,
  ...ssoChores,
  ...twoFactorChores,
];

/** All that is sealed under the envelope key and kept. */
export const allReseals: Record<string, Reseal> = {
  'Medicare numbers': resealContacts,
  'replaced Medicare numbers': resealJournal,
  'rejected rows': resealRejects,
  'values that could not be read': resealProblems,
  'stored files': resealFiles,
  'secrets of authenticator apps': resealApps,
  'recovery codes': resealRecoveryCodes,
  'client secrets of single sign-on': resealClientSecrets,
  'sessions of single sign-on': resealSsoSessions,
};
