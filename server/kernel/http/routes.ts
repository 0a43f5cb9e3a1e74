// Connects the contract with handlers. A missing handler does not compile; the response schema parses every answer, so an
// undeclared field never leaves.
import { type Endpoint, endpointsOf, type InputOf, type ResultOf } from '#contract/kit/endpoint.ts';
import type { Ctx, PublicCtx } from '#kernel/context.ts';
import type { UploadedFile } from '#kernel/files/files.ts';
import type { Download } from './downloads.ts';
import type { RawCall } from './hooks.ts';

export interface Redirect {
  /** A path of our own, or a checked address. */
  to: string;
}

/** A whole page, made by us: every value in it is escaped. */
export interface Page {
  html: string;
  status?: 200 | 404;
  /** Instead of a page: a checked address. */
  to?: string;
}

type CtxOf<E> = E extends { permission: 'public' } ? PublicCtx : Ctx;
type Files<E> = E extends { kind: 'multipart' }
  ? { files: UploadedFile[] }
  : E extends { kind: 'raw' }
    ? { raw: RawCall }
    : unknown;
type Answer<E> = E extends { page: true }
  ? Page
  : E extends { kind: 'stream' }
    ? Download
    : E extends { kind: 'redirect' }
      ? Redirect
      : ResultOf<E>;
type Handler<E> = (ctx: CtxOf<E>, input: InputOf<E> & Files<E>) => Promise<Answer<E>>;

type EndpointNames<C> = { [K in keyof C]: C[K] extends Endpoint ? K : never }[keyof C];
type Handlers<C> = { [K in EndpointNames<C>]: Handler<C[K]> };

export interface Route {
  name: string;
  endpoint: Endpoint;
  handler: (ctx: Ctx, input: unknown) => Promise<unknown>;
}

/** All routes of one area: its contract module, and a handler for every endpoint in it. */
export function routes<C extends object>(contract: C, handlers: Handlers<C>): Route[] {
  return endpointsOf(contract).map(([name, endpoint]) => ({
    name,
    endpoint,
    handler: handlers[name as EndpointNames<C>] as Route['handler'],
  }));
}
