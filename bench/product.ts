// The product as `npm start` runs it, in a temporary folder, with the product's own settings.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog, type Log } from '#kernel/ops/log.ts';
import { type OpenPlatform, openPlatform } from '../server/platform.ts';
import type { RunningRole } from '../server/roleProcess.ts';
import { startProduct as start } from '../tests/support/product.ts';

export interface Product extends OpenPlatform {
  /** Of the web process. */
  port: number;
  /** Process ids, by role. */
  processes: Record<RunningRole, number>;
  /** The database's superuser. */
  adminUrl: string;
  /** A folder that the database may write to as well. */
  exchange: string;
  log: Log;
  stop(): Promise<void>;
}

export async function startProduct(): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'steward-bench-'));
  chmodSync(folder, 0o755);
  const exchange = join(folder, 'exchange');
  mkdirSync(exchange);
  chmodSync(exchange, 0o777);
  const log = createLog('warn', 'bench');
  try {
    const product = await start({ dataDir: join(folder, 'data'), log, contacts: 5_000 });
    const platform = await openPlatform(product.config, log, 2);
    const stop = async () => {
      await platform.close();
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    };
    const { port, processes, adminUrl } = product;
    return { ...platform, port, processes, adminUrl, exchange, log, stop };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
