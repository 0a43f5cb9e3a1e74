import { area } from '#kernel/area.ts';
import { doneBy, ofContact } from '#kernel/attached.ts';
import { storageQuota } from '#kernel/files/files.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { timelineKind } from '#kernel/timeline.ts';
import { fileAreaChores } from './files.chores.ts';
import { fileJobs } from './files.jobs.ts';
import { callRecording, contactFile, uploadedPart } from './files.queries.ts';
import { fileRoutes } from './files.routes.ts';
import { scanFile } from './files.scan.ts';
import { fileServices } from './files.services.ts';

export const fileArea = area({
  name: 'files',
  routes: fileRoutes,
  jobs: [perform(fileJobs.scan, (ctx, { id }) => scanFile(ctx, id))],
  chores: fileAreaChores,
  settings: [storageQuota],
  services: fileServices,
  fileKinds: { [contactFile]: 'contact_files', [uploadedPart]: 'file_uploads', [callRecording]: 'call_files' },
  attached: [
    ofContact('contact_files', 'contact_id', { merge: 'move', undo: 'blocks', restore: 'stays', purge: 'drop', export: true }),
    // Recordings are kept as long as the law wants them, whatever becomes of the contact (calls.forget.ts
    // deletes them).
    ofContact('call_files', 'contact_id', {
      merge: 'move',
      undo: 'blocks',
      restore: 'stays',
      purge: { empty: ['contact_id'] },
      export: true,
    }),
    ofContact('file_uploads', 'contact_id', { merge: 'keep', undo: 'drop', restore: 'stays', purge: 'drop', export: false }),
    ...doneBy('contact_files', 'added_by'),
    ...doneBy('file_uploads', 'started_by'),
    ...doneBy('call_files', 'user_id'),
  ],
  timeline: [
    timelineKind({
      name: 'files',
      label: 'Files',
      actions: ['file_added', 'file_renamed', 'file_removed', 'file_restored', 'file_infected'],
      permission: 'files.read',
    }),
  ],
});
