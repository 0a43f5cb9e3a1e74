// `s3Server.ts <which> <port> <folder> <bucket>`: an S3 server with that bucket, until its parent process is gone.
import { createRequire } from 'node:module';

const [which, port, folder = '', bucket = ''] = process.argv.slice(2);
process.on('disconnect', () => process.exit());
if (which === 's3rver') {
  const S3rver = createRequire(import.meta.url)('@20minutes/s3rver'); // it has no types
  await new S3rver({
    address: '127.0.0.1',
    port: Number(port),
    directory: folder,
    silent: true,
    configureBuckets: [{ name: bucket }],
  }).run();
} else {
  const { startFauxqs } = await import('fauxqs');
  await startFauxqs({ host: '127.0.0.1', port: Number(port), logger: false, s3StorageDir: folder, init: { buckets: [bucket] } });
}
process.send?.('ready');
