// The screens of this area by their names. They are fetched by way of this file, so that the entry names one file for both of them.
import { lazy } from 'react';

export const CaptureFormListPage = lazy(() =>
  import('./CaptureFormListPage.tsx').then((module) => ({ default: module.CaptureFormListPage })),
);
export const CaptureFormPage = lazy(() =>
  import('./CaptureFormPage.tsx').then((module) => ({ default: module.CaptureFormPage })),
);
