import { IconFileImport } from '@tabler/icons-react';
import { area } from '#app/area.ts';
import { invalidate } from '#app/queries.ts';
import { useIsOpen } from '#app/session.ts';

export const importsArea = area({
  places: [{ to: '/imports', label: 'Imports', icon: IconFileImport, key: 'i', order: 90, permission: 'contacts.import' }],
  commands: [{ to: '/imports/new', label: 'Import contacts', permission: 'contacts.import' }],
  overlays: [{ useShown: useIsOpen, load: () => import('./imports.banner.ts').then((module) => module.ImportFollowing) }],
  onUpdate: {
    // Loaded at the first message: the calls of imports are no part of the first page.
    'import_settings.changed': () =>
      void import('#contract/imports.ts').then(({ listImportSettings }) => invalidate(listImportSettings)),
  },
});
