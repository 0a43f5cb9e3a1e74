import * as contract from '#contract/signIn.ts';
import { routes } from '#kernel/http/routes.ts';
import { signIn } from './signIn.password.ts';
import { answerSecondFactor, createSessionByPasskey, startPasskeySignIn } from './signIn.secondFactor.ts';
import { getMe, proveOneself, signOut } from './signIn.session.ts';

export const signInRoutes = routes(contract, {
  createSession: (ctx, { body }) => signIn(ctx, body),
  answerSecondFactor: (ctx, { body }) => answerSecondFactor(ctx, body),
  startPasskeySignIn: (ctx, { body }) => startPasskeySignIn(ctx, body.otp_secret),
  createSessionByPasskey: (ctx, { body }) => createSessionByPasskey(ctx, body),
  deleteSession: (ctx) => signOut(ctx),
  proveOneself: (ctx, { body }) => proveOneself(ctx, body.password),
  getMe: (ctx) => getMe(ctx),
  getProfile: (ctx) => getMe(ctx),
});
