// The screens of the company by their names. They are fetched by way of this file, so that the entry names one file for all of them.
import { lazy } from 'react';

export const Features = lazy(() =>
  import('./features/FeatureFlagPage.tsx').then((module) => ({ default: module.FeatureFlagPage })),
);
export const Settings = lazy(() => import('./settings/SettingsPage.tsx').then((module) => ({ default: module.SettingsPage })));
export const Audit = lazy(() => import('./audit/AuditLogPage.tsx').then((module) => ({ default: module.AuditLogPage })));
export const Applications = lazy(() =>
  import('./signups/SignupListPage.tsx').then((module) => ({ default: module.SignupListPage })),
);
export const Application = lazy(() =>
  import('./signups/SignupReviewPage.tsx').then((module) => ({ default: module.SignupReviewPage })),
);
