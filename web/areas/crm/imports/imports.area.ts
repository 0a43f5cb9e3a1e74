import { IconFileImport } from '@tabler/icons-react';
import { area } from '#app/area.ts';
import { invalidate } from '#app/queries.ts';
import { useIsOpen } from '#app/session.ts';
import { listImportSettings } from '#contract/imports.ts';
import { importRoutes } from './imports.routes.tsx';

export const importsArea = area({
  routes: importRoutes,
  places: [{ to: '/imports', label: 'Imports', icon: IconFileImport, key: 'i', order: 90, permission: 'contacts.import' }],
  commands: [{ to: '/imports/new', label: 'Import contacts', permission: 'contacts.import' }],
  overlays: [{ useShown: useIsOpen, load: () => import('./imports.banner.ts').then((module) => module.ImportFollowing) }],
  onUpdate: { 'import_settings.changed': () => void invalidate(listImportSettings) },
});
