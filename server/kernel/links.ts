// Addresses of our own pages as mail carries them: built from what the operator verified, never from a request's Host.
import type { Config } from './config.ts';

/** `https://crm.example.com`; in the demo this machine. Null where none is configured: then no mail can carry a link. */
export function originOf({ publicUrl, demo, port }: Pick<Config, 'publicUrl' | 'demo' | 'port'>): string | null {
  if (publicUrl) return new URL(publicUrl).origin;
  return demo ? `http://localhost:${port}` : null;
}
