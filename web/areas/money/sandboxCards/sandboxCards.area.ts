import { area } from '#app/area.ts';
import { sandboxCardRoutes } from './sandboxCards.routes.tsx';

export const sandboxCardsArea = area({ publicRoutes: sandboxCardRoutes });
