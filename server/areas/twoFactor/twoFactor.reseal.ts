// Under a new envelope key: the secrets of authenticator apps. Set-ups that wait for their first code are over in ten minutes.
import { resealTable } from '#kernel/reseal.ts';
import { appSecret } from './twoFactor.queries.ts';

export const resealApps = resealTable({ table: 'users', key: { id: 'bigint' }, sealed: { totp_secret_sealed: appSecret } });
