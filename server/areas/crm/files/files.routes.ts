import * as contract from '#contract/files.ts';
import { inTenant } from '#kernel/context.ts';
import { storageOf } from '#kernel/files/files.ts';
import { routes } from '#kernel/http/routes.ts';
import { listCallFiles, openCallFile } from './files.calls.ts';
import { listContactFiles } from './files.lists.ts';
import { addFile, openFile, removeFile, renameFile, restoreFile } from './files.service.ts';
import { cancelUpload, getUpload, receivePart, startUpload } from './files.uploads.ts';

const place = ({ id, fileId }: { id: number; fileId: number }) => ({ contactId: id, id: fileId });
const upload = ({ id, uploadId }: { id: number; uploadId: number }) => ({ contactId: id, id: uploadId });

export const fileRoutes = routes(contract, {
  listContactFiles: (ctx, { params, query }) => inTenant(ctx, (tx) => listContactFiles(tx, params.id, query)),
  createContactFile: (ctx, { params, files }) => inTenant(ctx, (tx) => addFile(ctx, tx, params.id, files)),
  updateContactFile: (ctx, { params, body }) => inTenant(ctx, (tx) => renameFile(tx, place(params), body.name)),
  deleteContactFile: (ctx, { params }) => inTenant(ctx, (tx) => removeFile(tx, place(params))),
  restoreContactFile: (ctx, { params }) => inTenant(ctx, (tx) => restoreFile(tx, place(params))),
  downloadContactFile: (ctx, { params }) => openFile(ctx, place(params)),
  getFileStorage: (ctx) => inTenant(ctx, (tx) => storageOf(tx, ctx.platform.config)),
  startFileUpload: (ctx, { params, body }) => inTenant(ctx, (tx) => startUpload(ctx, tx, params.id, body)),
  getFileUpload: (ctx, { params }) => inTenant(ctx, (tx) => getUpload(tx, upload(params))),
  sendFilePart: (ctx, { params, query, files }) =>
    inTenant(ctx, (tx) => receivePart(ctx, tx, upload(params), query.offset, files)),
  cancelFileUpload: (ctx, { params }) => inTenant(ctx, (tx) => cancelUpload(tx, upload(params))),
  listCallFiles: (ctx, { params, query }) => inTenant(ctx, (tx) => listCallFiles(tx, params.id, query)),
  downloadCallFile: (ctx, { params }) => openCallFile(ctx, { contactId: params.id, id: params.callFileId }),
});
