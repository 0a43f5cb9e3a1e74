// The web process's Fastify app: guards, parsing, errors and headers for every route of the contract.
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import qs from 'qs';
import { isAhead } from '#contract/steps.ts';
import type { Actor, CookieJar, Ctx, Platform, PublicCtx } from './context.ts';
import { hasCode, isOutage } from './database.ts';
import { Failure, fail, fieldErrors, problemOf } from './errors.ts';
import { observeRequest } from './metrics.ts';
import { countCall, sourceOf } from './rateLimits.ts';
import type { Download, Redirect, Route } from './routes.ts';
import { authenticate, csrfCookie, csrfTokenOf, isCsrfToken, markSeen, sessionCookie, sessionDays } from './sessions.ts';
import { StorageFailed, type StoredFile } from './storage.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
  }
}

/** Bytes. Imports stream to storage and have their own bounds; a JSON body stays in memory. */
const bodyLimit = 2 * 1024 * 1024;
const uploadLimit = 5 * 1024 * 1024 * 1024;

export async function createApp(platform: Platform, allRoutes: Route[]): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: platform.log,
    logController: new LogController({ disableRequestLogging: true }), // one line a request, ours, below
    // Fastify's types leave out the number that its documentation and proxy-addr take; as a function it means the same.
    trustProxy: (_address, hop) => hop < platform.config.trustProxy,
    bodyLimit,
    genReqId: () => crypto.randomUUID(),
    routerOptions: {
      querystringParser: (text) => qs.parse(text, { arrayLimit: 10_000, parameterLimit: 10_000, depth: 3 }) as never,
    },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => answerError(platform, error, request, reply), // a path that cannot be decoded
  });
  app.decorateRequest('actor', null);
  await app.register(cookie);
  await app.register(multipart, { limits: { fileSize: uploadLimit, files: 10, fields: 50, fieldSize: bodyLimit } });
  acceptEmptyJson(app);
  acceptForms(app);
  app.setErrorHandler((error, request, reply) => answerError(platform, error, request, reply));
  app.setNotFoundHandler((request, reply) => answerError(platform, fail('not_found'), request, reply));
  if (platform.config.demo && !platform.config.publicUrl) app.addHook('onRequest', async (request) => mustBeHere(request));
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    if (request.url.startsWith('/v1/')) reply.header('cache-control', 'no-store');
  });
  app.addHook('onResponse', async (request, reply) => {
    const name = (request.routeOptions.config as { endpoint?: string }).endpoint;
    if (!name) return;
    observeRequest(name, reply.statusCode, reply.elapsedTime / 1000);
    request.log.info(
      { endpoint: name, status: reply.statusCode, ms: Math.round(reply.elapsedTime), request: request.id },
      'answered',
    );
  });
  for (const route of allRoutes) mount(app, platform, route);
  return app;
}

function mount(app: FastifyInstance, platform: Platform, { name, endpoint, handler }: Route) {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint: name },
    onRequest: (request, reply) => guard(platform, endpoint, name, request, reply),
    handler: async (request, reply) => {
      const files: StoredFile[] = [];
      try {
        const ctx = contextOf(platform, request, reply);
        mustBeSentAs(typeOf(endpoint), request);
        const rawBody = endpoint.kind === 'multipart' ? await readParts(ctx, request, files) : request.body;
        const input = { ...parseInput(endpoint, request, rawBody), files };
        const result = await handler(ctx as Ctx, input);
        if (endpoint.kind === 'stream') return sendDownload(reply, result as Download);
        if (endpoint.kind === 'redirect') return reply.redirect((result as Redirect).to, 303);
        const answer = endpoint.response.parse(result);
        reply.status(answer === undefined ? 204 : (endpoint.status ?? 200));
        return answer === undefined ? reply.send() : answer;
      } catch (error) {
        // Nobody refers to them. Where the commit's answer was lost somebody may: the chore that knows takes them then, if not.
        if (!isOutage(error)) await Promise.all(files.map((file) => platform.storage.remove(file.key)));
        throw error;
      }
    },
  });
}

/** Before the body is read: who calls, from where, and whether they may. */
async function guard(
  platform: Platform,
  endpoint: Route['endpoint'],
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const changes = endpoint.method !== 'GET';
  if (changes && !isOwnOrigin(platform, request)) throw fail('origin');
  const { rateLimit } = endpoint;
  if (rateLimit?.by === 'address')
    await countCall(platform.db, `${name} ${sourceOf(request.ip)}`, rateLimit.limit, rateLimit.seconds);
  if (endpoint.permission === 'public') return;
  const token = request.cookies[sessionCookie];
  const session = await authenticate(platform, token, request.ip);
  if (!session || !token) throw fail('unauthenticated');
  const { actor } = session;
  request.actor = actor;
  if (session.stale) await markSeen(platform, session);
  // A browser that lost it, or has it from a key before this one, gets it anew.
  if (request.cookies[csrfCookie] !== csrfTokenOf(token, platform.seal)) cookiesOf(platform, request, reply).setSession(token);
  if (changes && session.replaced) throw fail('csrf');
  if (changes && !isCsrfToken(request.headers['x-csrf-token']?.toString(), token, platform.seal)) throw fail('csrf');
  if (actor.missing && !(endpoint.ahead && isAhead(endpoint.ahead, actor.missing))) throw fail(`steps.${actor.missing}`);
  if (endpoint.oneself && actor.impersonatorId !== null) throw fail('impersonating');
  if (endpoint.permission !== 'signed_in' && !actor.has(endpoint.permission)) throw fail('forbidden');
  if (endpoint.proof && !actor.proved) throw fail('sessions.prove_yourself');
  if (rateLimit?.by === 'user')
    await countCall(platform.db, `${name} ${actor.companyId}.${actor.userId}`, rateLimit.limit, rateLimit.seconds);
}

/** The demo's passwords are known and its mail is open: no name that somebody has pointed at this machine reaches it through a visitor's browser. */
function mustBeHere({ hostname }: FastifyRequest) {
  if (!['localhost', '127.0.0.1', '[::1]', '::1'].includes(hostname)) throw fail('origin');
}

/** Browsers send Origin with every call that changes something; other clients need not. */
export function isOwnOrigin(platform: Platform, request: Pick<FastifyRequest, 'headers' | 'host'>): boolean {
  const { origin } = request.headers;
  if (!origin) return true;
  if (platform.config.publicUrl) return origin === new URL(platform.config.publicUrl).origin;
  return URL.canParse(origin) && new URL(origin).host === request.host;
}

export function contextOf(platform: Platform, request: FastifyRequest, reply: FastifyReply): PublicCtx | Ctx {
  const base: PublicCtx = {
    platform,
    clock: platform.clock,
    log: request.log,
    address: request.ip,
    device: request.headers['user-agent']?.slice(0, 300) ?? '',
    origin: platform.config.publicUrl ? new URL(platform.config.publicUrl).origin : `${request.protocol}://${request.host}`,
    cookies: cookiesOf(platform, request, reply),
  };
  return request.actor ? { ...base, actor: request.actor } : base;
}

function cookiesOf({ config, seal }: Platform, request: FastifyRequest, reply: FastifyReply): CookieJar {
  const secure = config.publicUrl?.startsWith('https:') ?? false;
  const base = { path: '/', sameSite: 'lax', secure } as const;
  const options = { ...base, maxAge: sessionDays * 86_400 };
  return {
    setSession(token) {
      reply.setCookie(sessionCookie, token, { ...options, httpOnly: true });
      reply.setCookie(csrfCookie, csrfTokenOf(token, seal), options);
    },
    dropSession() {
      reply.clearCookie(sessionCookie, { path: '/' });
      reply.clearCookie(csrfCookie, { path: '/' });
    },
    get: (cookieName) => request.cookies[cookieName],
    set: (cookieName, value, seconds) => void reply.setCookie(cookieName, value, { ...base, maxAge: seconds, httpOnly: true }),
    drop: (cookieName) => void reply.clearCookie(cookieName, { path: '/' }),
  };
}

function parseInput({ params, query, body }: Route['endpoint'], request: FastifyRequest, rawBody: unknown) {
  const parsedParams = params?.safeParse(request.params);
  if (parsedParams && !parsedParams.success) throw fail('not_found'); // no record has such an id
  const parsedQuery = query?.safeParse(request.query);
  const parsedBody = body?.safeParse(rawBody ?? undefined);
  const errors = {
    ...(parsedQuery?.error && fieldErrors(parsedQuery.error)),
    ...(parsedBody?.error && fieldErrors(parsedBody.error)),
  };
  if (Object.keys(errors).length > 0) throw fail('invalid', { errors });
  return { params: parsedParams?.data, query: parsedQuery?.data, body: parsedBody?.data };
}

/** Files go to storage as they arrive; text fields are collected for the body's schema. */
async function readParts(ctx: PublicCtx, request: FastifyRequest, files: StoredFile[]): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const companyId = request.actor?.companyId ?? 0;
        const stored = await ctx.platform.storage.put(companyId, part.filename.slice(0, 200), part.file);
        files.push(stored);
        if (part.file.truncated) throw fail('too_large');
      } else {
        fields[part.fieldname] = part.value;
      }
    }
  } catch (error) {
    throw isUnreadableForm(error) ? fail('bad_request', { detail: 'This form is broken off.' }) : error;
  }
  return fields;
}

/** The form parser throws plain errors without a code; everybody else says who they are. */
const isUnreadableForm = (error: unknown) => error instanceof Error && error.name === 'Error' && !('code' in error);

function sendDownload(reply: FastifyReply, { name, type, content }: Download) {
  const ascii = name.replace(/[^\w. -]/g, '_');
  reply.header('content-disposition', `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`);
  reply.type(type);
  return reply.send(content);
}

const typeOf = ({ kind }: Route['endpoint']) =>
  kind === 'multipart' ? 'multipart/form-data' : kind === 'form' ? formType : 'application/json';

/** One type for each kind: a form that another site's page posts is never taken for a call. */
function mustBeSentAs(type: string, request: FastifyRequest) {
  const sent = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  const odd = sent === formType || sent === 'multipart/form-data' || type !== 'application/json';
  if (odd && sent !== type) throw fail('bad_request', { detail: `Send this as ${type}.` });
}

const formType = 'application/x-www-form-urlencoded';

function acceptForms(app: FastifyInstance) {
  app.addContentTypeParser(formType, { parseAs: 'string', bodyLimit: 64 * 1024 }, (_request, body, done) => {
    done(null, qs.parse(body as string, { parameterLimit: 50, depth: 0 }));
  });
}

/** A PATCH with a JSON type and no body is what the spec sends for some calls. */
function acceptEmptyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done); // it answers through done
  });
}

/** Every one is logged: they are how an attack looks. */
const refusals = new Set<string>([
  'unauthenticated',
  'forbidden',
  'impersonating',
  'csrf',
  'origin',
  'rate_limited',
  'sessions.wrong_credentials',
  'sessions.address_refused',
  'passwords.wrong',
  'passwords.link_spent',
  'two_factor.wrong_code',
  'passkeys.refused',
  'sso.invalid_state',
]);

function answerError(platform: Platform, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = failureOf(error);
  reply.header('x-request-id', request.id); // no hook runs where the path could not even be decoded
  if (failure.code === 'internal') request.log.error({ err: error }, 'failed');
  if (refusals.has(failure.code))
    request.log.warn({ code: failure.code, user: request.actor?.userId, company: request.actor?.companyId }, 'refused');
  if (failure.code === 'unauthenticated') cookiesOf(platform, request, reply).dropSession();
  if (failure.details.retryAfter) reply.header('retry-after', failure.details.retryAfter);
  reply
    .status(failure.status)
    .type('application/problem+json')
    .serializer((body: unknown) => body as string);
  return reply.send(JSON.stringify(problemOf(failure, request.id)));
}

/** What Fastify, its plugins and PostgreSQL throw, in the contract's words. */
function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof StorageFailed) return fail('unavailable');
  if (hasCode(error, '57014')) return fail('too_slow');
  if (isOutage(error) || hasCode(error, '55P03', '25P03')) return fail('unavailable');
  // NUL, or half a surrogate pair inside JSON, which is the only fault that JSON of our making can have.
  if (hasCode(error, '22P05', '22021') || (hasCode(error, '22P02') && error.message.includes('json')))
    return fail('bad_request', { detail: 'Some text holds a character that cannot be stored.' });
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413) return fail('too_large');
  if (status === 404) return fail('not_found');
  if (status >= 400 && status < 500) return fail('bad_request');
  return fail('internal');
}
