import { resealTable } from '#kernel/reseal.ts';

export const resealClientSecrets = resealTable({
  table: 'sso_connections',
  key: { company_id: 'bigint' },
  sealed: ['client_secret_sealed'],
});

export const resealSsoSessions = resealTable({
  table: 'sso_sessions',
  key: { session_id: 'bigint' },
  sealed: ['id_token_sealed', 'refresh_token_sealed'],
  batch: 200, // tokens have some kilobytes
});
