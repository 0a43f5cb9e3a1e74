import * as contract from '#contract/twoFactor.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import {
  createRecoveryCodes,
  disableTwoFactor,
  enableTwoFactor,
  generateQr,
  startEmailCodes,
  updateTwoFactorPreference,
} from './twoFactor.changes.ts';
import { sendOtp } from './twoFactor.mailCodes.ts';
import { presentTwoFactor } from './twoFactor.service.ts';

export const twoFactorRoutes = routes(contract, {
  getTwoFactor: (ctx) => inTenant(ctx, presentTwoFactor),
  generateQr: (ctx) => generateQr(ctx),
  startEmailCodes: (ctx) => startEmailCodes(ctx),
  enableTwoFactor: (ctx, { body }) => enableTwoFactor(ctx, body),
  disableTwoFactor: (ctx, { body }) => disableTwoFactor(ctx, body.factor, body.password),
  sendOtp: (ctx, { body }) => sendOtp(ctx, body.otp_secret),
  createRecoveryCodes: (ctx, { body }) => createRecoveryCodes(ctx, body.password),
  updateTwoFactorPreference: (ctx, { body }) => inTenant(ctx, (tx) => updateTwoFactorPreference(tx, body.preferred)),
});
