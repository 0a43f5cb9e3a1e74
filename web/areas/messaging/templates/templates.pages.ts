// The screens of this area by their names. They are fetched by way of this file, so that the entry names one
// file for all of them.
import { lazy } from 'react';

export const EmailListPage = lazy(() => import('./EmailListPage.tsx').then((module) => ({ default: module.EmailListPage })));
export const EmailPage = lazy(() => import('./EmailPage.tsx').then((module) => ({ default: module.EmailPage })));
export const TextListPage = lazy(() => import('./TextListPage.tsx').then((module) => ({ default: module.TextListPage })));
