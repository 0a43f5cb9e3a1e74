// The screens of this area by their names. They are fetched by way of this file, so that the entry names one
// file for both of them.
import { lazy } from 'react';

export const CorporationListPage = lazy(() =>
  import('./CorporationListPage.tsx').then((module) => ({ default: module.CorporationListPage })),
);
export const CorporationPage = lazy(() =>
  import('./CorporationPage.tsx').then((module) => ({ default: module.CorporationPage })),
);
