import * as contract from '#contract/sandbox.ts';
import * as phones from '#contract/sandboxPhones.ts';
import { routes } from '#kernel/http/routes.ts';
import { actOnMail } from './sandbox.acts.ts';
import {
  getSandboxPhone,
  getSandboxPicture,
  listSandboxPhones,
  openSandboxPhone,
  updateSandboxPhone,
  writeFromPhone,
} from './sandbox.phones.ts';
import { clearSandboxMails, getSandboxAttachment, getSandboxMail, listSandboxMails } from './sandbox.service.ts';

export const sandboxRoutes = routes(contract, {
  listSandboxMails: ({ platform }, { query }) => listSandboxMails(platform, query),
  getSandboxMail: ({ platform }, { params }) => getSandboxMail(platform, params.id),
  downloadSandboxAttachment: ({ platform }, { params }) => getSandboxAttachment(platform, params.id, params.place),
  actOnSandboxMail: (ctx, { params, body }) => actOnMail(ctx, params.id, body),
  clearSandboxMails: ({ platform }) => clearSandboxMails(platform),
});

export const sandboxPhoneRoutes = routes(phones, {
  listSandboxPhones: ({ platform }, { query }) => listSandboxPhones(platform, query.q),
  getSandboxPhone: ({ platform }, { params }) => getSandboxPhone(platform, params.number),
  updateSandboxPhone: ({ platform }, { params, body }) => updateSandboxPhone(platform, params.number, body),
  openSandboxPhone: ({ platform }, { params }) => openSandboxPhone(platform, params.number),
  writeFromSandboxPhone: (ctx, { params, body }) => writeFromPhone(ctx, params.number, body),
  downloadSandboxPicture: ({ platform }, { params }) => getSandboxPicture(platform, params.id),
});
