// The origin of our pages for links in mails: from the operator's setting, never from a request's Host.
import type { Config } from '#kernel/ops/config.ts';

/** `https://crm.example.com`; in the demo this machine. */
export const originOf = ({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string =>
  publicUrl ?? `http://localhost:${port}`;
