// Moves secrets of authenticator apps and recovery codes to a new envelope key. Set-ups that wait for a first code end in ten minutes.
import { resealTable } from '#kernel/secrets/reseal.ts';
import { appSecret, recoveryCode } from './twoFactor.queries.ts';

export const resealApps = resealTable({ table: 'users', key: { id: 'bigint' }, sealed: { totp_secret_sealed: appSecret } });

export const resealRecoveryCodes = resealTable({
  table: 'recovery_codes',
  key: { user_id: 'bigint', id: 'bigint' },
  sealed: { code_sealed: recoveryCode },
});
