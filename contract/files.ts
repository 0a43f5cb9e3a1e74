// Files of a contact and recordings of its calls. A file's type comes from its bytes; its content is always an attachment.
import { z } from 'zod';
import { callDirections, maxFileSize, partSize, scanStates } from './fileRules.ts';
import { ById, endpoint, Id, Line, Nothing, Paged, PathId, paces } from './kit/endpoint.ts';
import { orderOf, pageOf } from './kit/paging.ts';
import { Person } from './users.ts';

const FileName = Line(200).min(1, 'Enter a name');

export const ContactFile = z
  .object({
    id: Id,
    name: z.string(),
    /** A media type, by content. */
    type: z.string(),
    /** Bytes. */
    size: z.int(),
    scan: z.enum(scanStates),
    /** The virus that was found, or empty. */
    virus: z.string(),
    added_by: Person.nullable(),
    created_at: z.string(),
    can: z.object({ update: z.boolean() }),
  })
  .meta({ id: 'ContactFile' });
export type ContactFile = z.output<typeof ContactFile>;

/** An upload in parts: send the next part from `offset` until `file` is there. */
export const FileUpload = z
  .object({
    id: Id,
    name: z.string(),
    size: z.int(),
    /** Bytes that have arrived. */
    offset: z.int(),
    /** Bytes of each part; the last may be shorter. */
    part_size: z.int(),
    /** The finished file. */
    file: ContactFile.nullable(),
  })
  .meta({ id: 'FileUpload' });
export type FileUpload = z.output<typeof FileUpload>;

export const CallFile = z
  .object({
    id: Id,
    direction: z.enum(callDirections),
    /** Ten digits. */
    number: z.string(),
    started_at: z.string(),
    seconds: z.int(),
    user: Person.nullable(),
    type: z.string(),
    /** Bytes. */
    size: z.int(),
  })
  .meta({ id: 'CallFile' });
export type CallFile = z.output<typeof CallFile>;

const path = '/v1/contacts/:id/files';
const byFile = `${path}/:fileId` as const;
const ByFile = z.object({ id: PathId, fileId: PathId });
const uploads = '/v1/contacts/:id/file_uploads';
const byUpload = `${uploads}/:uploadId` as const;
const ByUpload = z.object({ id: PathId, uploadId: PathId });

export const listContactFiles = endpoint({
  method: 'GET',
  path,
  summary: 'The files of a contact whose name holds q, by pages',
  permission: 'files.read',
  params: ById,
  query: z.object({ ...pageOf(25), ...orderOf(['created_at', 'name', 'size', 'type'], 'DESC') }),
  response: Paged(ContactFile),
});

export const createContactFile = endpoint({
  method: 'POST',
  path,
  summary: 'Add a file of at most 100 MB to a contact; the form field `file` is the file',
  permission: 'files.update',
  kind: 'multipart',
  maxUpload: maxFileSize,
  params: ById,
  response: ContactFile,
  status: 201,
  errors: ['files.empty', 'files.storage_full', 'too_large'],
  rateLimit: paces.edit,
});

export const updateContactFile = endpoint({
  method: 'PATCH',
  path: byFile,
  summary: 'Rename a file',
  permission: 'files.update',
  params: ByFile,
  body: z.object({ name: FileName }),
  response: ContactFile,
  rateLimit: paces.edit,
});

export const deleteContactFile = endpoint({
  method: 'DELETE',
  path: byFile,
  summary: 'Remove a file; it can be restored for a day',
  permission: 'files.update',
  params: ByFile,
  response: Nothing,
  rateLimit: paces.edit,
});

export const restoreContactFile = endpoint({
  method: 'POST',
  path: `${byFile}/restore`,
  summary: 'Restore a file that was removed less than a day ago',
  permission: 'files.update',
  params: ByFile,
  response: ContactFile,
  rateLimit: paces.edit,
});

export const downloadContactFile = endpoint({
  method: 'GET',
  path: `${byFile}/content`,
  summary: 'The content of a file, as an attachment; answers Range requests. Refused for a file with a virus',
  permission: 'files.read',
  kind: 'stream',
  params: ByFile,
  response: Nothing,
  errors: ['files.infected', 'files.gone'],
  rateLimit: paces.look,
});

export const getFileStorage = endpoint({
  method: 'GET',
  path: '/v1/files/storage',
  summary: 'How many bytes the company stores, and how many it may',
  permission: 'files.read',
  response: z.object({ used: z.int(), quota: z.int() }),
  rateLimit: paces.look,
});

export const startFileUpload = endpoint({
  method: 'POST',
  path: uploads,
  summary: 'Start an upload in parts, or find the unfinished one of the same file',
  permission: 'files.update',
  params: ById,
  body: z.object({
    name: Line(1000),
    size: z.int().min(1, 'This file is empty').max(maxFileSize, 'A file may have 100 MB at most'),
    /** When the file was last changed on the sender's machine, in milliseconds: tells it from another of the same name. */
    modified: z.int().min(0).default(0),
  }),
  response: FileUpload,
  errors: ['files.storage_full'],
  rateLimit: paces.edit,
});

export const getFileUpload = endpoint({
  method: 'GET',
  path: byUpload,
  summary: 'How much of an upload has arrived, to continue it after an interruption',
  permission: 'files.update',
  params: ByUpload,
  response: FileUpload,
});

export const sendFilePart = endpoint({
  method: 'PUT',
  path: byUpload,
  summary: 'The next part of an upload, from `offset` on; the last part finishes the file',
  permission: 'files.update',
  kind: 'multipart',
  maxUpload: partSize,
  params: ByUpload,
  query: z.object({ offset: z.coerce.number().pipe(z.int().min(0).max(maxFileSize)) }),
  response: FileUpload,
  errors: ['files.wrong_offset', 'files.storage_full', 'too_large'],
  rateLimit: paces.edit,
});

export const cancelFileUpload = endpoint({
  method: 'DELETE',
  path: byUpload,
  summary: 'Give up an unfinished upload and remove its parts',
  permission: 'files.update',
  params: ByUpload,
  response: Nothing,
  rateLimit: paces.edit,
});

export const listCallFiles = endpoint({
  method: 'GET',
  path: '/v1/contacts/:id/call_files',
  summary: 'The recordings of calls with a contact; q is a part of the number or of the user’s name',
  permission: 'files.read',
  params: ById,
  query: z.object({ ...pageOf(25), ...orderOf(['started_at', 'seconds', 'number'], 'DESC') }),
  response: Paged(CallFile),
});

export const downloadCallFile = endpoint({
  method: 'GET',
  path: '/v1/contacts/:id/call_files/:callFileId/content',
  summary: 'A recording, as an attachment; answers Range requests, so that a player can seek',
  permission: 'files.read',
  kind: 'stream',
  params: z.object({ id: PathId, callFileId: PathId }),
  response: Nothing,
  errors: ['files.gone'],
  rateLimit: paces.look,
});
