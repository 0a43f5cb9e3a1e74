// The screens of this area. They are fetched by way of this file, so that the entry names one file for them.
import { later } from '#ui/later.ts';

export const PlansPage = later(() => import('./PlansPage.tsx').then((module) => module.PlansPage));
export const PlanAdminPage = later(() => import('./PlanAdminPage.tsx').then((module) => module.PlanAdminPage));
