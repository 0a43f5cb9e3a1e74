// The screen of this area. It is fetched by way of this file, so that the entry names one file for it.
import { later } from '#ui/later.ts';

export const PaymentsPage = later(() => import('./PaymentsPage.tsx').then((module) => module.PaymentsPage));
