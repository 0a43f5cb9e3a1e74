// The screen of this area. It is fetched by way of this file, so that the entry names one file for it.
import { lazy } from 'react';

export const WalletPage = lazy(() => import('./WalletPage.tsx').then((module) => ({ default: module.WalletPage })));
