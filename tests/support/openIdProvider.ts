// A real OpenID provider (the library oidc-provider) in the test's process; its users sign in without a screen.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Grant, type KoaContextWithOIDC, Provider } from 'oidc-provider';

export interface ProviderPerson {
  email: string;
  email_verified: boolean;
  name?: string;
  given_name?: string;
  family_name?: string;
}

export interface ProviderSpec {
  /** Our origin. */
  origin: string;
  backchannelLogoutUrl?: string;
  /** Puts e-mail and name into the ID token; otherwise only the userinfo endpoint has them. */
  emailInIdToken?: boolean;
  givesRefreshTokens?: boolean;
  /** `http://localhost:…` instead of 127.0.0.1. */
  host?: string;
}

export type TestProvider = Awaited<ReturnType<typeof anOpenIdProvider>>;

export const providerClient = { client_id: 'steward', client_secret: 'secret-secret-secret-secret' };

export async function anOpenIdProvider(spec: ProviderSpec) {
  const { origin, backchannelLogoutUrl, emailInIdToken = true, givesRefreshTokens = false, host = '127.0.0.1' } = spec;
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, ProviderPerson>();
  const told = { who: '', refuses: false };
  const grants: string[] = [];
  const scopes = 'openid email profile offline_access';
  const provider = quietly(
    () =>
      new Provider(issuer, {
        clients: [
          {
            ...providerClient,
            redirect_uris: [`${origin}/api/auth/callback/1`],
            post_logout_redirect_uris: [`${origin}/sso-logout`],
            response_types: ['code'],
            grant_types: ['authorization_code', ...(givesRefreshTokens ? ['refresh_token'] : [])],
            token_endpoint_auth_method: 'client_secret_basic',
            ...(backchannelLogoutUrl && {
              backchannel_logout_uri: backchannelLogoutUrl,
              backchannel_logout_session_required: true,
            }),
          },
        ],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
        conformIdTokenClaims: !emailInIdToken,
        pkce: { required: () => true },
        rotateRefreshToken: true,
        cookies: { keys: ['test'] },
        features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
        ttl: { Session: 3600, Interaction: 600, Grant: 3600, AccessToken: 600, IdToken: 600, RefreshToken: 3600 },
        interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
        findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
        async loadExistingGrant(ctx) {
          return grantOf(ctx);
        },
        // Without the library's own guard, which refuses this machine.
        fetch: ((url: string, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown } = {}) =>
          fetch(url, options)) as never,
      }),
  );

  // For any company of a test.
  provider.Client.prototype.redirectUriAllowed = (uri: string) =>
    /^\/api\/auth\/callback\/\d+$/.test(uri.slice(origin.length)) && uri.startsWith(origin);

  async function grantOf({ oidc }: KoaContextWithOIDC): Promise<Grant> {
    const { client, session } = oidc;
    return makeGrant(client?.clientId ?? '', session?.accountId ?? '');
  }

  async function makeGrant(clientId: string, accountId: string): Promise<Grant> {
    const grant = new provider.Grant({ clientId, accountId });
    grant.addOIDCScope(scopes);
    grants.push(await grant.save());
    return grant;
  }

  const handle = provider.callback();
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void handle(request, response);
    const { prompt, session } = await provider.interactionDetails(request, response);
    const result = told.refuses
      ? { error: 'access_denied', error_description: 'Not today' }
      : prompt.name === 'login'
        ? { login: { accountId: told.who } }
        : { consent: { grantId: await (await makeGrant(providerClient.client_id, session?.accountId ?? '')).save() } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  });

  return {
    issuer,
    provider,
    /** The user at the browser there, by the provider's subject. */
    people,
    told,
    /** Makes every issued token impossible to refresh. */
    async revoke() {
      for (const grant of grants.splice(0)) await provider.RefreshToken.revokeByGrantId(grant);
    },
    /** Sends the standard's logout message for a user. */
    async endSession(accountId: string, sid: string) {
      const client = (await provider.Client.find(providerClient.client_id)) as unknown as {
        backchannelLogout(accountId: string, sid: string): Promise<void>;
      };
      await client.backchannelLogout(accountId, sid);
    },
    stop: () => new Promise((stopped) => server.closeAllConnections() ?? server.close(stopped)),
  };
}

/** It warns about its own keys and memory, as a test wants them. */
function quietly<T>(make: () => T): T {
  const { warn, info } = console;
  console.warn = console.info = () => {};
  try {
    return make();
  } finally {
    Object.assign(console, { warn, info });
  }
}
