// The screens of this area. They are fetched by way of this file, so that the entry names one file for them.
import { later } from '#ui/later.ts';

export const FailedPaymentBanner = later(() => import('./FailedPaymentBanner.tsx').then((module) => module.FailedPaymentBanner));
export const BillingPage = later(() => import('./BillingPage.tsx').then((module) => module.BillingPage));
export const BillingPlanPage = later(() => import('./BillingPlanPage.tsx').then((module) => module.BillingPlanPage));
export const BillingReviewPage = later(() => import('./BillingReviewPage.tsx').then((module) => module.BillingReviewPage));
export const BillingCardPage = later(() => import('./BillingCardPage.tsx').then((module) => module.BillingCardPage));
