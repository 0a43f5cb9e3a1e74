// The screens of this area. They are fetched by way of this file, so that the entry names one file for them.
import { later } from '#ui/later.ts';

export const AccountPage = later(() => import('./AccountPage.tsx').then((module) => module.AccountPage));
export const ExternalAccountsPage = later(() =>
  import('./ExternalAccountsPage.tsx').then((module) => module.ExternalAccountsPage),
);
