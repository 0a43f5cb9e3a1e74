// The screens of this area. They are fetched by way of this file, so that the entry names one file for them.
import { later } from '#ui/later.ts';

export const NumbersPage = later(() => import('./NumbersPage.tsx').then((module) => module.NumbersPage));
export const NumberAdminPage = later(() => import('./NumberAdminPage.tsx').then((module) => module.NumberAdminPage));
