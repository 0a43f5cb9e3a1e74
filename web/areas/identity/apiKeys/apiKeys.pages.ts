// The screens of this area by their names. They are fetched by way of this file, so that the entry names one file for both of them.
import { lazy } from 'react';

export const ApiKeyPage = lazy(() => import('./ApiKeyPage.tsx').then((module) => ({ default: module.ApiKeyPage })));
export const CompanyApiKeyPage = lazy(() =>
  import('./CompanyApiKeyPage.tsx').then((module) => ({ default: module.CompanyApiKeyPage })),
);
