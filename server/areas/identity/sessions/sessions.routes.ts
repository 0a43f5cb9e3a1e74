import * as contract from '#contract/sessions.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { loginAsUser, returnToSession } from './sessions.impersonation.ts';
import { listSessions, proveOneself, revokeOtherSessions, revokeSession, signOut } from './sessions.own.ts';
import { answerSecondFactor, createSessionByPasskey, startPasskeySignIn } from './sessions.secondFactor.ts';
import { signIn } from './sessions.signIn.ts';

export const sessionRoutes = routes(contract, {
  createSession: (ctx, { body }) => signIn(ctx, body),
  answerSecondFactor: (ctx, { body }) => answerSecondFactor(ctx, body),
  startPasskeySignIn: (ctx, { body }) => startPasskeySignIn(ctx, body.otp_secret),
  createSessionByPasskey: (ctx, { body }) => createSessionByPasskey(ctx, body),
  deleteSession: (ctx) => signOut(ctx),
  listSessions: (ctx) => inTenant(ctx, listSessions),
  revokeSession: (ctx, { params }) => inTenant(ctx, (tx) => revokeSession(tx, params.id)),
  revokeOtherSessions: (ctx) => inTenant(ctx, revokeOtherSessions),
  proveOneself: (ctx, { body }) => proveOneself(ctx, body.password),
  loginAsUser: (ctx, { params }) => loginAsUser(ctx, params.id),
  returnToSession: (ctx, { params }) => returnToSession(ctx, params.id),
});
