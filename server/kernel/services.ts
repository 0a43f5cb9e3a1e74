// The outside services that the product uses. Each area lists its own (`services:` in its declaration);
// Admin, Services shows them all.
import type { ServiceState } from '#contract/services.ts';
import type { Ctx } from './context.ts';

export interface OutsideService {
  name: string;
  title: string;
  /** The product's use of the service, in a sentence. */
  purpose: string;
  /** The functions that are missing without it, in a sentence. */
  lack: string;
  /** The step that sets it up or repairs it; `to`: our screen for that. */
  mend: { text: string; to?: string };
  /** Outside of any transaction: it may ask the service. */
  state(ctx: Ctx): Promise<ServiceReport>;
}

export interface ServiceReport {
  state: ServiceState;
  /** If it is broken: a code of the service. */
  why?: string | null;
  /** Which of the services that it could be. */
  provider?: string | null;
}

export const outsideService = (service: OutsideService): OutsideService => service;

/** Milliseconds: a service that hangs does not hold up the others' states. */
const patience = 6_000;

export async function askService(ctx: Ctx, { name, state }: OutsideService, limit = patience): Promise<ServiceReport> {
  const { promise, resolve } = Promise.withResolvers<ServiceReport>();
  const timer = setTimeout(() => resolve({ state: 'broken', why: 'NO_ANSWER' }), limit);
  const failed = (err: unknown): ServiceReport => {
    ctx.log.warn({ err, service: name }, 'a service could not be asked for its state');
    return { state: 'broken', why: 'UNKNOWN' };
  };
  try {
    return await Promise.race([state(ctx).catch(failed), promise]);
  } finally {
    clearTimeout(timer);
  }
}

interface Port {
  isSandbox?: boolean;
  /** Null where it answers and lets us in; else why not. */
  check?(): Promise<string | null>;
}

/** Null: none is set up. */
export async function stateOf(port: Port | null, provider: string | null = null): Promise<ServiceReport> {
  if (!port) return { state: 'not_configured' };
  if (port.isSandbox) return { state: 'sandbox' };
  const why = (await port.check?.()) ?? null;
  return { state: why === null ? 'connected' : 'broken', why, provider };
}
