import { area } from '#app/area.ts';
import { ssoRoutes } from './sso.routes.tsx';

export const ssoArea = area({ publicRoutes: ssoRoutes });
