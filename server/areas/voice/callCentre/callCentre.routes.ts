import * as contract from '#contract/callCentre.ts';
import { routes } from '#kernel/http/routes.ts';
import { fetchBoard } from './callCentre.board.ts';
import { changeWatchMode } from './callCentre.watching.ts';

export const callCentreRoutes = routes(contract, {
  fetchBoard: (ctx) => fetchBoard(ctx),
  changeWatchMode: (ctx, { body }) => changeWatchMode(ctx, body),
});
