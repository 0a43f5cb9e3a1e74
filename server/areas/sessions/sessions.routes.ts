import * as contract from '#contract/sessions.ts';
import { routes } from '#kernel/routes.ts';
import { signIn, signOut } from './sessions.service.ts';

export const sessionRoutes = routes(contract, {
  createSession: (ctx, { body }) => signIn(ctx, body),
  deleteSession: (ctx) => signOut(ctx),
});
