import * as contract from '#contract/registrations.ts';
import { routes } from '#kernel/http/routes.ts';
import { getRegistration, saveRegistration, submitRegistration } from './registrations.service.ts';

export const registrationRoutes = routes(contract, {
  getTextRegistration: (ctx) => getRegistration(ctx),
  saveTextRegistration: (ctx, { body }) => saveRegistration(ctx, body),
  submitTextRegistration: (ctx, { body }) => submitRegistration(ctx, body),
});
