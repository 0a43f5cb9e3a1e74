// The smaller screens of this area, fetched together.
import { later } from '#ui/later.ts';

export { BusinessUnitListPage } from './BusinessUnitListPage.tsx';
export { DownlinePage } from './DownlinePage.tsx';
export { PermissionPage } from './PermissionPage.tsx';
export const UserFilePage = later(() => import('./userAdmin.dialogs.ts').then((module) => module.UserFilePage));
