// The screens of the area. They are named here and not in the routes, which every visitor loads.
import { lazy } from 'react';

export const CallLogPage = lazy(() => import('./CallLogPage.tsx').then((module) => ({ default: module.CallLogPage })));
