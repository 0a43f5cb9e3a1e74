// The screens of this area by their names. They are fetched by way of this file, so that the entry names one file for both of them.
import { lazy } from 'react';

export { tellFailed } from './sends.failed.tsx';

export const SendListPage = lazy(() => import('./SendListPage.tsx').then((module) => ({ default: module.SendListPage })));
export const MailListPage = lazy(() => import('./MailListPage.tsx').then((module) => ({ default: module.MailListPage })));
export const MessagePage = lazy(() => import('./MessagePage.tsx').then((module) => ({ default: module.MessagePage })));
export const SendPage = lazy(() => import('./SendPage.tsx').then((module) => ({ default: module.SendPage })));
