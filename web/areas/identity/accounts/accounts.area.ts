import { area } from '#app/area.ts';
import { accountRoutes, externalAccountsRoute } from './accounts.routes.tsx';

export const accountsArea = area({ routes: accountRoutes, publicRoutes: [externalAccountsRoute] });
