import { area } from '#app/area.ts';
import { passwordRoutes } from './passwords.routes.tsx';

export const passwordsArea = area({ publicRoutes: passwordRoutes });
