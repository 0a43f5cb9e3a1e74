import { resealTable } from '#kernel/secrets/reseal.ts';
import { sealedFor } from './sso.queries.ts';

export const resealClientSecrets = resealTable({
  table: 'sso_connections',
  key: { company_id: 'bigint' },
  sealed: { client_secret_sealed: sealedFor.clientSecret },
});

export const resealSsoSessions = resealTable({
  table: 'sso_sessions',
  key: { session_id: 'bigint' },
  sealed: { id_token_sealed: sealedFor.idToken, refresh_token_sealed: sealedFor.refreshToken },
  batch: 200, // tokens have some kilobytes each
});
