// Reads request bodies only in the form that the endpoint declares, then parses them by the contract.
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import qs from 'qs';
import { sizeWords } from '#contract/kit/formats.ts';
import type { Ctx } from '#kernel/context.ts';
import { isOutage } from '#kernel/db/database.ts';
import { fail, fieldErrors } from '#kernel/errors.ts';
import { cleanFileName } from '#kernel/files/fileNames.ts';
import { storeFile, type UploadedFile } from '#kernel/files/files.ts';
import { FileGone } from '#kernel/files/storage.ts';
import { limitBodyTime } from './bodyPatience.ts';
import type { RawCall } from './hooks.ts';
import { originOf } from './links.ts';
import type { Route } from './routes.ts';

/** Bytes. Imports stream to storage with limits of their own; a JSON body stays in memory. */
export const bodyLimit = 2 * 1024 * 1024;
const uploadLimit = 5 * 1024 * 1024 * 1024;
/** Bytes of all text fields of an upload together: they stay in memory. */
const textLimit = 1024 * 1024;

/** `patience`: milliseconds, as in bodyPatience.ts. */
export async function acceptBodies(app: FastifyInstance, patience: number) {
  await app.register(multipart, { limits: { fileSize: uploadLimit, files: 10, fields: 200, fieldSize: textLimit } });
  acceptEmptyJson(app);
  acceptForms(app);
  limitBodyTime(app, patience);
}

/** Params, query and body; `files` collects what is stored on the way, to remove it if the call fails. */
export async function readInput(ctx: Ctx, endpoint: Route['endpoint'], request: FastifyRequest, files: UploadedFile[]) {
  if (endpoint.kind === 'raw') return { ...parseInput(endpoint, request, undefined), raw: rawCallOf(ctx, request), files };
  // A mail program may send its one click as either kind of form (RFC 8058): its fields say nothing that the address does not.
  if (endpoint.page && sentAs(request) === partsType) return { ...parseInput(endpoint, request, {}), files };
  const json = endpoint.orJson && sentAs(request) === jsonType;
  mustBeSentAs(json ? jsonType : typeOf(endpoint), request);
  const rawBody =
    endpoint.kind === 'multipart' && !json ? await readParts(ctx, request, files, endpoint.maxUpload) : request.body;
  return { ...parseInput(endpoint, request, rawBody), files };
}

function rawCallOf({ platform }: Ctx, { body, headers, url }: FastifyRequest): RawCall {
  return {
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    url: originOf(platform.config) + url,
    header: (name) => headers[name]?.toString(),
  };
}

const typeOf = ({ kind }: Route['endpoint']) => (kind === 'multipart' ? partsType : kind === 'form' ? formType : jsonType);

/** One content type for each kind: a form on another site can never post a valid call. */
function mustBeSentAs(type: string, request: FastifyRequest) {
  const sent = sentAs(request);
  const odd = sent === formType || sent === 'multipart/form-data' || type !== jsonType;
  if (odd && sent !== type) throw fail('bad_request', { detail: `Send this as ${type}.` });
}

const sentAs = (request: FastifyRequest) => request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();

const jsonType = 'application/json';
const partsType = 'multipart/form-data';
const formType = 'application/x-www-form-urlencoded';

/** Whatever the type: what a signature covers is the bytes. */
export function acceptRawBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

function acceptForms(app: FastifyInstance) {
  app.addContentTypeParser(formType, { parseAs: 'string', bodyLimit: 64 * 1024 }, (_request, body, done) => {
    done(null, qs.parse(body as string, { parameterLimit: 50, depth: 0 }));
  });
}

/** The spec sends some calls as a PATCH with a JSON type and no body. */
function acceptEmptyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done); // it answers through done
  });
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
async function readParts(
  ctx: Ctx,
  request: FastifyRequest,
  files: UploadedFile[],
  maxUpload = uploadLimit,
): Promise<Record<string, unknown>> {
  const tooLarge = () => fail('too_large', { detail: `This file is larger than ${sizeWords(maxUpload)}.` });
  if (Number(request.headers['content-length']) > maxUpload + textLimit) throw tooLarge(); // before any of it is stored
  const fields: Record<string, unknown> = Object.create(null); // a field may be called __proto__[]
  let text = 0;
  try {
    for await (const part of request.parts({ limits: { fileSize: maxUpload } })) {
      if (part.type === 'file') {
        if (!part.filename) throw fail('bad_request', { detail: 'The file has no name.' });
        const sent = files.reduce((sum, { size }) => sum + size, 0);
        const expected = Math.max(0, Number(request.headers['content-length'] ?? 0) - sent);
        const stored = await storeFile(ctx, { name: cleanFileName(part.filename), content: part.file, expected });
        files.push({ ...stored, field: part.fieldname });
        if (part.file.truncated) throw tooLarge();
      } else {
        text += bytesOf(part.value);
        if (part.valueTruncated || text > textLimit) throw fail('too_large');
        addField(fields, part.fieldname, part.value);
      }
    }
  } catch (error) {
    throw isUnreadableForm(error) ? fail('bad_request', { detail: 'This form is broken off.' }) : error;
  } finally {
    request.raw.unpipe(); // stop parsing a refused form
  }
  return fields;
}

/** `ids[]` may come any number of times, and is a list. */
function addField(fields: Record<string, unknown>, name: string, value: unknown): void {
  if (!name.endsWith('[]')) fields[name] = value;
  else {
    const list = name.slice(0, -2);
    fields[list] = [...(Array.isArray(fields[list]) ? fields[list] : []), value];
  }
}

/** A part may say that it is JSON; then the form parser has parsed it. */
const bytesOf = (value: unknown) => Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));

/** The form parser throws plain errors without a code, as pg does when its connection is lost. */
const isUnreadableForm = (error: unknown) =>
  error instanceof Error && error.name === 'Error' && !('code' in error) && !isOutage(error) && !(error instanceof FileGone);
