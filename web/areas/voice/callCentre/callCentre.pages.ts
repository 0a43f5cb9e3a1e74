// The screens of the area. They are named here and not in the routes, which every visitor loads.
import { lazy } from 'react';

export const CallCentrePage = lazy(() => import('./CallCentrePage.tsx').then((module) => ({ default: module.CallCentrePage })));
