// A dishonest provider that answers with any ID token a test wants.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { providerClient } from './openIdProvider.ts';

export type ForgingProvider = Awaited<ReturnType<typeof aForgingProvider>>;

interface Forgery {
  claims?: Record<string, unknown>;
  /** Signed with a key that the provider does not publish. */
  strangeKey?: boolean;
  /** `none` is not signed; HS256 is signed with public data: the public key, or the client’s id. */
  alg?: 'RS256' | 'none' | 'HS256';
}

export async function aForgingProvider() {
  const [own, strange] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const key = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' };
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state = { idToken: '', metadata: {} as Record<string, unknown>, status: 200, asked: [] as string[] };
  server.on('request', (request, response) => {
    state.asked.push(request.url ?? '');
    const answers: Record<string, unknown> = {
      '/.well-known/openid-configuration': {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        ...state.metadata,
      },
      '/jwks': { keys: [key] },
      '/token': { access_token: 'access', token_type: 'bearer', expires_in: 600, id_token: state.idToken },
    };
    response.setHeader('content-type', 'application/json');
    response.writeHead(state.status).end(JSON.stringify(answers[request.url ?? ''] ?? {}));
  });

  async function sign({ claims = {}, strangeKey = false, alg = 'RS256' }: Forgery, type = 'JWT'): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const payload = { iss: issuer, aud: providerClient.client_id, sub: '17', iat: now, exp: now + 300, ...claims };
    if (alg === 'none') return new UnsecuredJWT(payload).encode();
    const jwt = new SignJWT(payload).setProtectedHeader({ alg, kid: 'own', typ: type });
    if (alg === 'HS256') return jwt.sign(new TextEncoder().encode(JSON.stringify(key)));
    return jwt.sign(strangeKey ? strange.privateKey : own.privateKey);
  }

  return {
    issuer,
    state,
    sign,
    /** The token endpoint gives this from now on. */
    async answerWith(forgery: Forgery) {
      state.idToken = await sign(forgery);
    },
    stop: () => new Promise((stopped) => server.closeAllConnections() ?? server.close(stopped)),
  };
}
