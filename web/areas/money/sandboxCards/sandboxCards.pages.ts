// The screens of this area by their names. They are fetched by way of this file, so that the entry names one
// file for all of them.
import { lazy } from 'react';

export const SandboxSetupPage = lazy(() =>
  import('./SandboxSetupPage.tsx').then((module) => ({ default: module.SandboxSetupPage })),
);
export const SandboxConfirmPage = lazy(() =>
  import('./SandboxConfirmPage.tsx').then((module) => ({ default: module.SandboxConfirmPage })),
);
export const SandboxChargesPage = lazy(() =>
  import('./SandboxChargesPage.tsx').then((module) => ({ default: module.SandboxChargesPage })),
);
