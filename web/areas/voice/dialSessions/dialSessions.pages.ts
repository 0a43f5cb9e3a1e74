// The screens of the area. They are named here and not in the routes, which every visitor loads.
import { lazy } from 'react';

export const DialListPage = lazy(() => import('./DialListPage.tsx').then((module) => ({ default: module.DialListPage })));
export const DialPage = lazy(() => import('./DialPage.tsx').then((module) => ({ default: module.DialPage })));
