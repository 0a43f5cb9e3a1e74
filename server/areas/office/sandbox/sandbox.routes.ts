import * as contract from '#contract/sandbox.ts';
import { routes } from '#kernel/http/routes.ts';
import { actOnMail } from './sandbox.acts.ts';
import { clearSandboxMails, getSandboxAttachment, getSandboxMail, listSandboxMails } from './sandbox.service.ts';

export const sandboxRoutes = routes(contract, {
  listSandboxMails: ({ platform }, { query }) => listSandboxMails(platform, query),
  getSandboxMail: ({ platform }, { params }) => getSandboxMail(platform, params.id),
  downloadSandboxAttachment: ({ platform }, { params }) => getSandboxAttachment(platform, params.id, params.place),
  actOnSandboxMail: (ctx, { params, body }) => actOnMail(ctx, params.id, body),
  clearSandboxMails: ({ platform }) => clearSandboxMails(platform),
});
