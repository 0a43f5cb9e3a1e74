// The screens of this area by their names. They are fetched by way of this file, so that the entry names one file for both of them.
import { lazy } from 'react';

export const SignupListPage = lazy(() => import('./SignupListPage.tsx').then((module) => ({ default: module.SignupListPage })));
export const SignupReviewPage = lazy(() =>
  import('./SignupReviewPage.tsx').then((module) => ({ default: module.SignupReviewPage })),
);
