// A company's identity provider, from its discovery document. Cached for an hour, or until the settings change.
import { createRemoteJWKSet, customFetch as fetchKeys } from 'jose';
import * as oidc from 'openid-client';
import type { Platform } from '#kernel/context.ts';
import { Failure, fail } from '#kernel/errors.ts';
import { createGuardedFetch } from '#kernel/http/outbound.ts';
import { type ConnectionRow, sealedFor } from './sso.queries.ts';

export interface Provider {
  config: oidc.Configuration;
  /** Its keys, to check tokens that it sends on its own. */
  keys: ReturnType<typeof createRemoteJWKSet>;
}

interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string | null;
}

/** Seconds for each answer. */
const timeout = 8;

/** Asks the provider now, without the cache. */
export async function discover(platform: Platform, { issuer, clientId, clientSecret }: ProviderSettings): Promise<Provider> {
  const { privateNetworks } = platform.config;
  const guardedFetch = createGuardedFetch({ privateNetworks });
  try {
    const config = await oidc.discovery(new URL(issuer), clientId, {}, authenticationBy(clientSecret), {
      timeout,
      [oidc.customFetch]: guardedFetch,
      execute: [oidc.enableNonRepudiationChecks, ...(privateNetworks ? [oidc.allowInsecureRequests] : [])],
    });
    const metadata = config.serverMetadata();
    // The library lets one address stand for all Microsoft tenants; a company trusts only its own.
    if (new URL(metadata.issuer).href !== new URL(issuer).href) throw new Error(`it calls itself ${metadata.issuer}`);
    const { authorization_endpoint, token_endpoint, jwks_uri, end_session_endpoint } = metadata;
    for (const [name, address] of Object.entries({ authorization_endpoint, token_endpoint, jwks_uri }))
      mustBeWeb(name, address, privateNetworks);
    if (end_session_endpoint !== undefined) mustBeWeb('end_session_endpoint', end_session_endpoint, privateNetworks);
    const keys = createRemoteJWKSet(new URL(jwks_uri ?? ''), { timeoutDuration: timeout * 1000, [fetchKeys]: guardedFetch });
    return { config, keys };
  } catch (err) {
    platform.log.warn({ err, issuer }, 'an identity provider could not be discovered');
    throw fail('sso.discovery');
  }
}

/** Sends the secret in the header if the provider accepts that (the standard's default), else in the form. */
function authenticationBy(clientSecret: string | null): oidc.ClientAuth {
  if (clientSecret === null) return oidc.None();
  const [inHeader, inForm] = [oidc.ClientSecretBasic(clientSecret), oidc.ClientSecretPost(clientSecret)];
  return (as, client, body, headers) => {
    const ways = as.token_endpoint_auth_methods_supported;
    const way = !ways || ways.includes('client_secret_basic') ? inHeader : inForm;
    return way(as, client, body, headers);
  };
}

/** An address for the browser. */
function mustBeWeb(name: string, address: string | undefined, privateNetworks: boolean) {
  const { protocol } = new URL(address ?? '', 'none:');
  if (protocol !== 'https:' && !(privateNetworks && protocol === 'http:')) throw new Error(`${name} is no address: ${address}`);
}

interface Kept {
  settingsOf: string;
  until: number;
  provider: Promise<Provider>;
}

const kept = new WeakMap<Platform, Map<number, Kept>>();
/** Milliseconds. An unreachable provider is asked again soon, but not by every call. */
const keptFor = 3_600_000;
const failureKeptFor = 5_000;

export function providerOf(platform: Platform, connection: ConnectionRow): Promise<Provider> {
  const ofPlatform = kept.get(platform) ?? new Map<number, Kept>();
  kept.set(platform, ofPlatform);
  const { company_id, issuer, client_id, client_secret_sealed, updated_at } = connection;
  const known = ofPlatform.get(company_id);
  if (known && known.settingsOf === updated_at && known.until > Date.now()) return known.provider;
  const clientSecret = client_secret_sealed && platform.seal.openKept(client_secret_sealed, sealedFor.clientSecret, company_id);
  const entry: Kept = {
    settingsOf: updated_at,
    until: Date.now() + keptFor,
    provider: discover(platform, { issuer, clientId: client_id, clientSecret }),
  };
  entry.provider.catch(() => {
    entry.until = Date.now() + failureKeptFor;
  });
  ofPlatform.set(company_id, entry);
  return entry.provider;
}

/** Codes of the client library for a missing or malformed answer. */
const unusable = new Set<string | undefined>([
  undefined,
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_PARSE_ERROR',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_REQUEST_PROTOCOL_FORBIDDEN',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_INVALID_SERVER_METADATA',
]);

/** Maps errors of the client library to the spec's codes: refused, unreachable, or an answer to another question. */
export function ssoFailureOf(error: unknown): Failure | null {
  if (error instanceof Failure) return error;
  if (
    error instanceof oidc.AuthorizationResponseError ||
    error instanceof oidc.ResponseBodyError ||
    error instanceof oidc.WWWAuthenticateChallengeError
  )
    return fail('sso.oauth2');
  if (error instanceof oidc.ClientError) return fail(unusable.has(error.code) ? 'sso.discovery' : 'sso.invalid_state');
  return null;
}
