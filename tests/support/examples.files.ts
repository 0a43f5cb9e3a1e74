// Examples of the calls about files of a contact and recordings of calls.
import { insertId } from '#areas/office/companies/companies.create.ts';
import type * as files from '#contract/files.ts';
import { createContactFile } from '#contract/files.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import type { Targets } from './examples.ts';
import type { Client, Sent, TestFile, TestServer } from './server.ts';

type FileCalls = {
  [Name in keyof typeof files as (typeof files)[Name] extends Endpoint ? Name : never]: Sent<(typeof files)[Name]>;
};

const note: TestFile = { name: 'note.txt', content: 'Called on Monday' };

/** A file, a removed one, an unfinished upload and a recording. `name`: in clear in all of them. */
export async function someFiles(
  { operator: { db } }: TestServer,
  company_id: number,
  contact_id: number,
  client: Client,
  name: string,
) {
  const file = await client.call(createContactFile, {
    params: { id: contact_id },
    files: { file: { ...note, name: `${name}.txt` } },
  });
  const key = `${company_id}/${crypto.randomUUID()}`;
  const recording = await insertId(db, 'call_files', {
    company_id,
    contact_id,
    direction: 'inbound',
    number: '3055550142',
    started_at: new Date(),
    seconds: 61,
  });
  await insertId(db, 'files', {
    company_id,
    key,
    kind: 'call recording',
    owner_id: recording,
    name,
    type: 'audio/wav',
    size: 1,
    state: 'kept',
  });
  return {
    file: file.id,
    removedFile: await insertId(db, 'contact_files', {
      company_id,
      contact_id,
      name,
      type: 'text/plain',
      size: 1,
      deleted_at: new Date(),
    }),
    fileUpload: await insertId(db, 'file_uploads', {
      company_id,
      contact_id,
      name,
      size: note.content.length,
      modified: 1,
      started_by: client.userId,
    }),
    callFile: recording,
  };
}

export function fileCalls(to: Targets): FileCalls {
  const contact = { params: { id: to.contact } };
  const file = { params: { id: to.contact, fileId: to.file } };
  const upload = { params: { id: to.contact, uploadId: to.fileUpload } };
  return {
    listContactFiles: { ...contact, query: { q: 'note', order: 'asc', order_field: 'name', page: 1, limit: 5 } },
    createContactFile: { ...contact, files: { file: note } },
    updateContactFile: { ...file, body: { name: 'Letter.txt' } },
    deleteContactFile: file,
    restoreContactFile: { params: { id: to.contact, fileId: to.removedFile } },
    downloadContactFile: file,
    getFileStorage: {},
    startFileUpload: { ...contact, body: { name: 'note.txt', size: 16, modified: 1 } },
    getFileUpload: upload,
    sendFilePart: { ...upload, query: { offset: 0 }, files: { file: note } },
    cancelFileUpload: upload,
    listCallFiles: { ...contact, query: { q: '305', order: 'asc', order_field: 'seconds' } },
    downloadCallFile: { params: { id: to.contact, callFileId: to.callFile } },
  };
}
