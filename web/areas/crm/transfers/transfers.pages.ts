// The screens of this area by their names. They are fetched by way of this file, so that the entry names one file for both of them.
import { lazy } from 'react';

export const TransferListPage = lazy(() =>
  import('./TransferListPage.tsx').then((module) => ({ default: module.TransferListPage })),
);
export const TransferPage = lazy(() => import('./TransferPage.tsx').then((module) => ({ default: module.TransferPage })));
