// Makes OpenAPI 3.1 from the contract, and a page to read it.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { scopeOf } from '#contract/apiScopes.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { errorCodes, Problem } from '#contract/kit/errors.ts';
import { version } from '#kernel/ops/version.ts';

interface Named {
  area: string;
  name: string;
  endpoint: Endpoint;
}

type JsonSchema = Record<string, unknown>;

/** `publicUrl`: where calls go; without it, to where the page was asked for. */
export function mountDocuments(app: FastifyInstance, endpoints: Named[], publicUrl: string | null) {
  // Made when first asked for: the schemas of all calls take most of a second, which no start should pay.
  let document: OpenApi | undefined;
  let page: string | undefined;
  const readDocument = () => {
    document ??= openApi(endpoints, version);
    return document;
  };
  app.get('/v1/openapi.json', readDocument);
  app.get('/v1/docs', ({ protocol, host }, reply) => {
    page ??= docsPage(endpoints, readDocument());
    const origin = escapeHtml(publicUrl ?? `${protocol}://${host}`);
    return reply.type('text/html; charset=utf-8').send(page.replaceAll(originMark, () => origin));
  });
}

type OpenApi = ReturnType<typeof openApi>;

const originMark = 'https://origin.of.this.page';

function openApi(endpoints: Named[], version: string) {
  const schemas: Record<string, JsonSchema> = {};
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    const { $schema, $defs = {}, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' });
    const suffix = io === 'input' ? 'Input' : '';
    for (const [id, definition] of Object.entries($defs)) schemas[id + suffix] ??= lift(definition as JsonSchema, suffix);
    return lift(rest, suffix);
  };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { area, name, endpoint } of endpoints) {
    const path = endpoint.path.replace(/:([A-Za-z_]+)/g, '{$1}');
    const types = [
      ...(endpoint.kind === 'multipart' ? ['multipart/form-data'] : []),
      ...(endpoint.kind !== 'multipart' || endpoint.orJson ? ['application/json'] : []),
    ];
    const schema = endpoint.body && schemaOf(endpoint.body, 'input');
    const item = paths[path] ?? {};
    paths[path] = item;
    item[endpoint.method.toLowerCase()] = {
      operationId: name,
      tags: [area],
      summary: endpoint.summary,
      'x-permission': endpoint.permission,
      security: securityOf(endpoint),
      parameters: [
        ...parametersOf(endpoint.params, 'path', schemaOf),
        ...parametersOf(endpoint.query, 'query', schemaOf),
        ...(endpoint.once ? [onceParameter] : []),
      ],
      ...(schema && { requestBody: { content: Object.fromEntries(types.map((type) => [type, { schema }])) } }),
      responses: {
        ...successOf(endpoint, schemaOf),
        default: {
          description: 'A problem',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
      'x-errors': errorsOf(endpoint),
    };
  }
  schemaOf(z.object({ problem: Problem }), 'output');
  return {
    openapi: '3.1.0',
    info: { title: 'Steward', version },
    paths,
    components: {
      schemas,
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'token' }, key: { type: 'http', scheme: 'bearer' } },
    },
  };
}

const onceParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: {
    type: 'string',
    minLength: 8,
    maxLength: 255,
    description:
      'Your own name for this call. A call with the same key and input within a day answers what the first one did, and does it once.',
  },
};

const errorsOf = ({ errors = [], rateLimit, once }: Endpoint) => [
  ...new Set([...errors, ...(once ? ['key_reused'] : []), ...(rateLimit ? ['rate_limited'] : [])]),
];

/** With a key, the scope that it needs. */
function securityOf(endpoint: Endpoint) {
  if (endpoint.permission === 'public') return [];
  const scope = scopeOf(endpoint);
  return [{ session: [] }, ...(scope ? [{ key: [scope] }] : [])];
}

function successOf(endpoint: Endpoint, schemaOf: (schema: z.ZodType, io: 'output') => JsonSchema) {
  if (endpoint.kind === 'stream') return { 200: { description: 'A file', content: { 'application/octet-stream': {} } } };
  if (endpoint.page) return { 200: { description: 'A page', content: { 'text/html': {} } } };
  if (endpoint.response instanceof z.ZodVoid) return { 204: { description: 'Done; nothing to say' } };
  return {
    [endpoint.status ?? 200]: {
      description: 'Done',
      content: { 'application/json': { schema: schemaOf(endpoint.response, 'output') } },
    },
  };
}

function parametersOf(
  schema: z.ZodObject | undefined,
  where: 'path' | 'query',
  schemaOf: (schema: z.ZodType, io: 'input') => JsonSchema,
) {
  if (!schema) return [];
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: where,
    required: where === 'path',
    schema: schemaOf(field as z.ZodType, 'input'),
  }));
}

/** `#/$defs/X` becomes `#/components/schemas/X`. */
function lift(schema: JsonSchema, suffix: string): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll(/"#\/\$defs\/([^"]+)"/g, `"#/components/schemas/$1${suffix}"`));
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);

const scopeWords = (endpoint: Endpoint) => {
  if (endpoint.permission === 'public') return 'Needs no session.';
  const scope = scopeOf(endpoint);
  return scope ? `API key: scope <code>${scope}</code>.` : 'Not open to API keys.';
};

const keyHelp = `<h2 id="api-keys">Calls with an API key</h2>
<p>Create a key under your name, API keys. It acts as you, with your permissions, within its scopes. Put it into a variable and ask who you are:</p>
<pre id="example-get">export STEWARD_KEY='stw_…'
curl -H "Authorization: Bearer $STEWARD_KEY" ${originMark}/v1/users/me</pre>
<p>Add a contact (scope <code>contacts:write</code>):</p>
<pre id="example-post">curl -X POST -H "Authorization: Bearer $STEWARD_KEY" -H 'Content-Type: application/json' \\
  -d '{"first_name":"Rosa","last_name":"Alvarez","phones":[{"type":2,"number":"(305) 555-0142"}]}' \\
  ${originMark}/v1/contacts</pre>
<p>No cookie and no CSRF token is needed. 401: the key is unknown, expired or revoked. 403 <code>api_keys.out_of_scope</code>: the answer names
the scope that is missing. 429: more than 600 calls in a minute; <code>Retry-After</code> says how many seconds to wait.</p>`;

/** Every call on one page, without scripts: the document beside it is for machines. */
function docsPage(endpoints: Named[], document: OpenApi): string {
  const json = (value: unknown) => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;
  const areas = [...new Set(endpoints.map(({ area }) => area))];
  const sections = areas.map((area) => {
    const calls = endpoints
      .filter((item) => item.area === area)
      .map(({ name, endpoint }) => {
        const item = document.paths[endpoint.path.replace(/:([A-Za-z_]+)/g, '{$1}')]?.[endpoint.method.toLowerCase()];
        return `<details id="${name}"><summary><b>${endpoint.method}</b> <code>${escapeHtml(endpoint.path)}</code> ${escapeHtml(endpoint.summary)}</summary>
<p>Permission: <code>${endpoint.permission}</code>. ${scopeWords(endpoint)}</p>${json(item)}</details>`;
      });
    return `<section><h2 id="area-${area}">${area}</h2>${calls.join('\n')}</section>`;
  });
  const errors = Object.entries(errorCodes).map(
    ([code, { status, text }]) =>
      `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${escapeHtml(text)}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Steward API</title><style>
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{max-width:60rem;margin:2rem auto;padding:0 1rem}
summary{cursor:pointer;padding:.4rem 0;border-bottom:1px solid #8884}pre{overflow:auto;font-size:12px;max-height:30rem}
td{padding:.2rem .8rem .2rem 0;vertical-align:top}b{display:inline-block;min-width:4rem}</style></head><body>
<h1>Steward API</h1><p>The document for machines: <a href="/v1/openapi.json">/v1/openapi.json</a>. With the cookie of a session every call but GET carries the header
<code>X-CSRF-Token</code> with the cookie <code>csrf_token</code> (behind https <code>__Host-csrf_token</code>).</p>${keyHelp}${sections.join('\n')}
<h2>Errors</h2><table>${errors.join('\n')}</table></body></html>`;
}
