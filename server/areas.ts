// Every area, by hand: what is not listed here does not exist.
import { accountRoutes } from '#areas/accounts/accounts.routes.ts';
import { bulkChores } from '#areas/bulk/bulk.chores.ts';
import { bulkTasks } from '#areas/bulk/bulk.jobs.ts';
import { bulkRoutes } from '#areas/bulk/bulk.routes.ts';
import { resealContacts, resealJournal } from '#areas/contacts/contacts.reseal.ts';
import { contactRoutes } from '#areas/contacts/contacts.routes.ts';
import { customFieldRoutes } from '#areas/customFields/customFields.routes.ts';
import { importChores, importFileKinds } from '#areas/imports/imports.chores.ts';
import { importTasks } from '#areas/imports/imports.jobs.ts';
import { resealProblems, resealRejects } from '#areas/imports/imports.reseal.ts';
import { importRoutes } from '#areas/imports/imports.routes.ts';
import { passkeyRoutes } from '#areas/passkeys/passkeys.routes.ts';
import { passwordTasks } from '#areas/passwords/passwords.jobs.ts';
import { passwordRoutes } from '#areas/passwords/passwords.routes.ts';
import { platformRoutes } from '#areas/platform/platform.routes.ts';
import { referenceRoutes } from '#areas/reference/reference.routes.ts';
import { sandboxChores } from '#areas/sandbox/sandbox.chores.ts';
import { sandboxRoutes } from '#areas/sandbox/sandbox.routes.ts';
import { securityTasks } from '#areas/security/security.jobs.ts';
import { securityRoutes } from '#areas/security/security.routes.ts';
import { sessionTasks } from '#areas/sessions/sessions.jobs.ts';
import { sessionRoutes } from '#areas/sessions/sessions.routes.ts';
import { ssoChores } from '#areas/sso/sso.chores.ts';
import { ssoTasks } from '#areas/sso/sso.jobs.ts';
import { resealClientSecrets, resealSsoSessions } from '#areas/sso/sso.reseal.ts';
import { ssoRoutes } from '#areas/sso/sso.routes.ts';
import { tagRoutes } from '#areas/tags/tags.routes.ts';
import { twoFactorChores } from '#areas/twoFactor/twoFactor.chores.ts';
import { twoFactorTasks } from '#areas/twoFactor/twoFactor.jobs.ts';
import { resealApps, resealRecoveryCodes } from '#areas/twoFactor/twoFactor.reseal.ts';
import { twoFactorRoutes } from '#areas/twoFactor/twoFactor.routes.ts';
import { userRoutes } from '#areas/users/users.routes.ts';
import { type FileKinds, fileChores, resealFiles } from '#kernel/fileSweep.ts';
import { fileTasks } from '#kernel/files.ts';
import { type Chore, chores } from '#kernel/housekeeping.ts';
import type { Reseal } from '#kernel/reseal.ts';
import type { Route } from '#kernel/routes.ts';
import type { Tasks } from '#kernel/tasks.ts';

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
