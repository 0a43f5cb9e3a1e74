// The outside services for files: the store and the virus scanner.
import { outsideService, stateOf } from '#kernel/services.ts';

export const fileServices = [
  outsideService({
    name: 'store',
    title: 'File store',
    purpose: 'Keeps files of contacts, attachments, recordings and imports, all of them sealed.',
    lack: 'No file can be added or opened.',
    mend: { text: 'Your operator sees to the bucket (S3_ENDPOINT) or to the folder (DATA_DIR).' },
    state: ({ platform: { storage, config } }) => stateOf(storage, config.s3 ? 'Bucket (S3)' : 'Folder of the server'),
  }),
  outsideService({
    name: 'scanner',
    title: 'Virus scanner',
    purpose: 'Scans each file that people add, and keeps infected ones from being opened.',
    lack: 'Files are opened without a scan.',
    mend: { text: 'Your operator names a ClamAV daemon (CLAMD_ADDRESS).' },
    state: ({ platform: { scanner } }) => stateOf(scanner, 'ClamAV'),
  }),
];
