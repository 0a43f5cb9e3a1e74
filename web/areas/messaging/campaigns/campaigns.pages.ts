// The screens of this area by their names. They are fetched by way of this file, so that the entry names one file for both of them.
import { lazy } from 'react';

export const CampaignListPage = lazy(() =>
  import('./CampaignListPage.tsx').then((module) => ({ default: module.CampaignListPage })),
);
export const CampaignPage = lazy(() => import('./CampaignPage.tsx').then((module) => ({ default: module.CampaignPage })));
