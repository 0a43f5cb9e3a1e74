// The web process's Fastify app: guards, errors and headers for every route of the contract.
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import qs from 'qs';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { backgroundHeader } from '#contract/kit/request.ts';
import { isAhead } from '#contract/steps.ts';
import type { Actor, Ctx, Platform, PublicCtx } from '#kernel/context.ts';
import { hasCode, isOutage } from '#kernel/db/database.ts';
import { Failure, fail, problemOf } from '#kernel/errors.ts';
import { discardFiles, type UploadedFile } from '#kernel/files/files.ts';
import { FileDamaged } from '#kernel/files/sealedFile.ts';
import { FileGone, StorageFailed } from '#kernel/files/storage.ts';
import { observeRequest } from '#kernel/ops/metrics.ts';
import { addressOf, sourceOf } from './addresses.ts';
import { answerUnparsed, protect } from './answerHeaders.ts';
import { createApiKeyLog } from './apiKeyLog.ts';
import { authenticateKey, bearerOf, challenge, mustCover } from './apiKeys.ts';
import { acceptBodies, acceptRawBodies, bodyLimit, readInput } from './bodies.ts';
import { letGoAfterAnswer } from './bodyPatience.ts';
import { type CallLimits, type CallSlots, callLimits, createCallSlots } from './callSlots.ts';
import { compressed } from './compressedAnswers.ts';
import { cookiesOf, csrfCookieOf, sessionTokenOf } from './cookies.ts';
import { type Download, sendDownload } from './downloads.ts';
import { mustKnowLine } from './hooks.ts';
import { onceOf } from './once.ts';
import { countCall, counterOf } from './rateLimits.ts';
import type { Page, Redirect, Route } from './routes.ts';
import { authenticate, csrfTokenOf, isCsrfToken, isOvertaken, markSeen } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
  }
}

/** `bodyPatience`: milliseconds, as in bodyPatience.ts. */
export async function createApp(
  platform: Platform,
  allRoutes: Route[],
  { bodyPatience = 60_000, limits = callLimits(platform.pool.options.max) }: { bodyPatience?: number; limits?: CallLimits } = {},
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: platform.log,
    logController: new LogController({ disableRequestLogging: true }), // one line for each request, ours, below
    // Fastify's types leave out the number, which its documentation and proxy-addr accept; as a function it
    // means the same.
    trustProxy: (_address, hop) => hop < platform.config.trustProxy,
    bodyLimit,
    genReqId: () => crypto.randomUUID(),
    routerOptions: {
      querystringParser: (text) => qs.parse(text, { arrayLimit: 10_000, parameterLimit: 10_000, depth: 3 }) as never,
    },
    forceCloseConnections: 'idle',
    connectionTimeout: 120_000, // without a byte: an upload may take longer, and sockets have their own pings
    /** A path that cannot be decoded: no hook runs for it. */
    frameworkErrors(error, request, reply) {
      letGoAfterAnswer(request, reply, bodyPatience);
      reply.header('x-request-id', request.id);
      protect(platform.config, reply);
      answerError(platform, error, request, reply);
    },
    http: { requireHostHeader: false }, // Node's own refusal lacks our headers; the hook below refuses instead
    clientErrorHandler: (error, socket) => answerUnparsed(platform.config, error, socket),
  });
  app.decorateRequest('actor', null);
  await app.register(cookie);
  await acceptBodies(app, bodyPatience);
  app.setErrorHandler((error, request, reply) => answerError(platform, error, request, reply));
  app.setNotFoundHandler((request, reply) => answerError(platform, fail('not_found'), request, reply));
  app.server.on('checkExpectation', (request, response) => app.routing(request, response)); // again instead of Node's own refusal
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1') throw fail('bad_request');
  });
  if (platform.config.demo) app.addHook('onRequest', async (request) => mustBeHere(request));
  app.addHook('onSend', async (request, reply, payload) => {
    reply.header('x-request-id', request.id);
    protect(platform.config, reply);
    if (nameOf(request) || request.url.startsWith('/v1/')) {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      return compressed(request, reply, payload);
    }
    return payload;
  });
  const keyLog = createApiKeyLog(platform);
  app.addHook('onClose', () => keyLog.close());
  app.addHook('onResponse', async (request, reply) => {
    const name = nameOf(request);
    if (!name) return;
    const { actor, method, routeOptions } = request;
    if (actor?.apiKeyId)
      keyLog.note({
        companyId: actor.companyId,
        keyId: actor.apiKeyId,
        at: platform.clock(),
        method,
        path: routeOptions.url ?? '',
        status: reply.statusCode,
        address: addressOf(request),
      });
    observeRequest(name, reply.statusCode, reply.elapsedTime / 1000);
    request.log.info(
      { endpoint: name, status: reply.statusCode, ms: Math.round(reply.elapsedTime), request: request.id },
      'answered',
    );
  });
  const slots = createCallSlots(limits);
  const isRaw = ({ endpoint }: Route) => endpoint.kind === 'raw';
  for (const route of allRoutes) if (!isRaw(route)) mount(app, platform, slots, route);
  await app.register(async (apart) => {
    acceptRawBodies(apart);
    for (const route of allRoutes.filter(isRaw)) mount(apart, platform, slots, route);
  });
  return app;
}

/** Of the endpoint; undefined for a file or an unknown path. */
const nameOf = ({ routeOptions }: FastifyRequest) => (routeOptions.config as { endpoint?: string } | undefined)?.endpoint;

const sendPage = (reply: FastifyReply, { html, status = 200, to }: Page) =>
  to ? reply.redirect(to, 303) : reply.status(status).type('text/html; charset=utf-8').send(html);

function mount(app: FastifyInstance, platform: Platform, slots: CallSlots, { name, endpoint, handler }: Route) {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.kind === 'raw' && endpoint.maxUpload && { bodyLimit: endpoint.maxUpload }),
    config: { endpoint: name },
    onRequest: (request, reply) => guard(platform, endpoint, name, request, reply),
    handler: async (request, reply) => {
      const files: UploadedFile[] = [];
      const gone = goneOf(reply);
      const ctx = contextOf(platform, request, reply, (actor, work) => slots.page({ actor, gone }, work)) as Ctx;
      try {
        const input = await readInput(ctx, endpoint, request, files);
        const once = onceOf(name, endpoint, request, input);
        const work = () => handler({ ...ctx, once }, input);
        const { actor } = request;
        const result = await (actor ? slots.run({ actor, long: endpoint.long ?? false, gone }, work) : work());
        if (endpoint.page) return sendPage(reply, result as Page);
        if (endpoint.kind === 'stream') return sendDownload(request, reply, result as Download);
        if (endpoint.kind === 'redirect') return reply.redirect((result as Redirect).to, 303);
        const answer = endpoint.response.parse(result);
        reply.status(answer === undefined ? 204 : (endpoint.status ?? 200));
        if (endpoint.kind === 'raw' && answer !== undefined) reply.type('text/xml; charset=utf-8');
        return answer === undefined ? reply.send() : answer;
      } catch (error) {
        await discardFiles(ctx, files, error);
        throw error;
      }
    },
  });
}

/** Aborted when the connection closes, answered or not. */
function goneOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (raw.closed) gone.abort();
  else raw.once('close', () => gone.abort());
  return gone.signal;
}

/** Before the body is read: finds the caller and checks whether they may. */
async function guard(platform: Platform, endpoint: Endpoint, name: string, request: FastifyRequest, reply: FastifyReply) {
  const changes = endpoint.method !== 'GET';
  if (changes && !isOwnOrigin(platform, request)) throw fail('origin');
  const { rateLimit } = endpoint;
  if (rateLimit?.by === 'address') await countCall(platform.db, counterOf(name, rateLimit), sourceOf(addressOf(request)));
  if (endpoint.kind === 'raw') await mustKnowLine(platform, request.params);
  if (endpoint.permission === 'public') return;
  const secret = bearerOf(request);
  if (secret !== undefined) return guardKey(platform, endpoint, name, request, secret);
  const token = sessionTokenOf(platform.config, request);
  const session = await authenticate(platform, token, addressOf(request));
  if (!session || !token) throw fail((await isOvertaken(platform, token)) ? 'sessions.overtaken' : 'unauthenticated');
  const { actor } = session;
  request.actor = actor;
  // A browser that lost it, or has one from an older key, gets a new one.
  if (!session.replaced && csrfCookieOf(platform.config, request) !== csrfTokenOf(token, platform.seal))
    cookiesOf(platform, request, reply).setSession(token);
  if (changes && session.replaced) throw fail('csrf');
  if (changes && !isCsrfToken(request.headers['x-csrf-token']?.toString(), token, platform.seal)) throw fail('csrf');
  mustBePast(endpoint, actor);
  if (endpoint.oneself && actor.impersonatorId !== null) throw fail('impersonating');
  mustBeAllowed(endpoint, actor);
  // A user who acts as another proved themselves when they began; `oneself` guards everything else.
  if (endpoint.proof && !actor.proved && actor.impersonatorId === null) throw fail('sessions.prove_yourself');
  await countOfUser(platform, endpoint, name, actor);
  const isUsed = isFromOwnPage(request) && !request.headers[backgroundHeader] && !session.replaced;
  if (session.stale && isUsed) await markSeen(platform, session);
}

/** The same for a call with an API key, whose cookies do not count: no page of another site can send this header. */
async function guardKey(platform: Platform, endpoint: Endpoint, name: string, request: FastifyRequest, secret: string) {
  const caller = await authenticateKey(platform, secret, addressOf(request));
  if (!caller) throw fail('api_keys.refused');
  request.actor = caller.actor;
  await mustCover(platform, caller, endpoint);
  mustBePast(endpoint, caller.actor);
  mustBeAllowed(endpoint, caller.actor);
  await countOfUser(platform, endpoint, name, caller.actor);
}

function mustBePast({ ahead }: Endpoint, { missing }: Actor) {
  if (missing && !(ahead && isAhead(ahead, missing))) throw fail(`steps.${missing}`);
}

function mustBeAllowed({ permission, feature }: Endpoint, actor: Actor) {
  if (permission !== 'signed_in' && permission !== 'public' && !actor.has(permission)) throw fail('forbidden');
  if (feature && !actor.mayUse(feature)) throw fail('feature_off');
}

async function countOfUser({ db }: Platform, { rateLimit }: Endpoint, name: string, actor: Actor) {
  if (rateLimit?.by !== 'user') return;
  await countCall(db, counterOf(name, rateLimit), actor.companyId, actor.impersonatorId ?? actor.userId);
}

/**
 * The demo's passwords are public and its mail is open: no foreign host name that points here may reach it
 * through a visitor's browser.
 */
function mustBeHere({ hostname }: FastifyRequest) {
  if (!['localhost', '127.0.0.1', '[::1]', '::1'].includes(hostname)) throw fail('origin');
}

/** Browsers send Origin with every call that changes something; other clients need not. */
export function isOwnOrigin(platform: Platform, request: Pick<FastifyRequest, 'headers' | 'host'>): boolean {
  const { origin } = request.headers;
  if (!origin) return true;
  if (platform.config.publicUrl) return origin === platform.config.publicUrl;
  return URL.canParse(origin) && new URL(origin).host === request.host;
}

/**
 * Browsers say where a call started (Sec-Fetch-Site, over https). A client without it is a program: no page of
 * another site sends its calls.
 */
const isFromOwnPage = ({ headers }: FastifyRequest) => ['same-origin', undefined].includes(headers['sec-fetch-site']?.toString());

function contextOf(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  page: <T>(actor: Actor, work: () => Promise<T>) => Promise<T>,
): PublicCtx | Ctx {
  const base: PublicCtx = {
    platform,
    clock: platform.clock,
    log: request.log,
    address: addressOf(request),
    device: request.headers['user-agent']?.slice(0, 300) ?? '',
    isHead: request.method === 'HEAD',
    origin: platform.config.publicUrl ?? `${request.protocol}://${request.host}`,
    fromOwnPage: isFromOwnPage(request),
    cookies: cookiesOf(platform, request, reply),
  };
  const { actor } = request;
  return actor ? { ...base, actor, inTurn: (work) => page(actor, work) } : base;
}

function answerError(platform: Platform, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = failureOf(error);
  if (failure.code === 'internal') request.log.error({ err: error }, 'failed');
  if (failure.isRefusal) {
    const { userId: user, companyId: company } = request.actor ?? {};
    request.log.warn({ code: failure.code, endpoint: nameOf(request), from: addressOf(request), user, company }, 'refused');
  }
  if (failure.code === 'timed_out') reply.header('connection', 'close');
  challenge(reply, failure);
  if (failure.code === 'unauthenticated') cookiesOf(platform, request, reply).dropSession();
  if (failure.details.retryAfter) reply.header('retry-after', failure.details.retryAfter);
  reply
    .status(failure.status)
    .type('application/problem+json')
    .serializer((body: unknown) => body as string);
  return reply.send(JSON.stringify(problemOf(failure, request.id)));
}

/** Errors of Fastify, its plugins and PostgreSQL, as codes of the contract. */
function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof StorageFailed) return fail('unavailable');
  if (error instanceof FileGone) return fail('files.gone');
  if (error instanceof FileDamaged) return fail('files.damaged');
  if (hasCode(error, '57014')) return fail('too_slow');
  if (hasCode(error, '40P01')) return fail('conflict', { detail: 'Someone else changed the same contacts just now. Try again.' });
  if (isOutage(error) || hasCode(error, '55P03', '25P03')) return fail('unavailable');
  // NUL, or half a surrogate pair inside JSON: the only fault that our own JSON can have.
  if (hasCode(error, '22P05', '22021') || (hasCode(error, '22P02') && error.message.includes('json')))
    return fail('bad_request', { detail: 'Some text holds a character that cannot be stored.' });
  if (hasCode(error, '22007', '22008')) return fail('invalid', { detail: 'A text contains a date that does not exist.' });
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413) return fail('too_large');
  if (status === 404) return fail('not_found');
  if (status >= 400 && status < 500) return fail('bad_request');
  return fail('internal');
}
