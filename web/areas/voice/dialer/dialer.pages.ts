// The screens of the area. They are named here and not in the routes, which every visitor loads.
import { lazy } from 'react';

export const Phone = lazy(() => import('./Phone.tsx').then((module) => ({ default: module.Phone })));
export const CallLogPage = lazy(() => import('./CallLogPage.tsx').then((module) => ({ default: module.CallLogPage })));
