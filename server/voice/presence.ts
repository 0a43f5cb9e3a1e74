// Tells the board of the call centre whose phone opened or closed. A page that loads again closes it and
// opens it at once: that is told to nobody.
import { setTimeout as startTimer } from 'node:timers';
import type { Log } from '#kernel/ops/log.ts';
import type { CallBook } from './book.ts';
import type { Device } from './devices.ts';

/** Milliseconds. */
const settles = 3_000;

export function createPresence({ book, log, devicesOf }: { book: CallBook; log: Log; devicesOf(identity: string): Device[] }) {
  const timers = new Map<string, NodeJS.Timeout>();
  /** As it was told last. */
  const open = new Set<string>();

  function tell({ phone, ctx }: Device) {
    if (!phone || !ctx) return;
    const { identity } = phone;
    timers.delete(identity);
    const isOpen = devicesOf(identity).length > 0;
    if (isOpen === open.has(identity)) return;
    if (isOpen) open.add(identity);
    else open.delete(identity);
    book.phoneChanged(ctx).catch((err) => log.warn({ err }, 'nobody was told of a phone'));
  }

  return {
    changed(device: Device) {
      const { identity } = device.phone ?? {};
      if (!device.ctx || identity === undefined || timers.has(identity)) return; // a handset is nobody's
      timers.set(identity, startTimer(() => tell(device), devicesOf(identity).length > 0 ? 0 : settles).unref());
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
