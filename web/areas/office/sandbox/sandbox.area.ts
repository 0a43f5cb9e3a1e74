import { area } from '#app/area.ts';
import { sandboxRoutes } from './sandbox.routes.tsx';

export const sandboxArea = area({ publicRoutes: sandboxRoutes });
