// Tokens with which phones register at the gateway: of the shape of Twilio's, so that the browser has one code
// for both.
import { randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Seal } from '#kernel/secrets/seal.ts';

/** A phone of a user, or the demo's handset of an outside number. */
export type Phone = { identity: string } & (
  | { companyId: number; userId: number; sessionId: number | null; number?: undefined }
  | { number: string; companyId?: undefined }
);

const issuer = 'steward';
const purpose = 'voice tokens';

export const identityOf = (companyId: number, userId: number) => `c${companyId}-u${userId}`;
const handsetOf = (number: string) => `h${number}`;

export const tokenOfUser = (
  seal: Seal,
  { companyId, userId, sessionId }: { companyId: number; userId: number; sessionId: number | null },
  seconds: number,
) => sign(seal, identityOf(companyId, userId), seconds, { session: sessionId });

export const tokenOfHandset = (seal: Seal, number: string, seconds: number) => sign(seal, handsetOf(number), seconds, {});

function sign(seal: Seal, identity: string, seconds: number, more: object): Promise<string> {
  const voice = { incoming: { allow: true }, outgoing: { application_sid: issuer } };
  return new SignJWT({ ...more, grants: { identity, voice } })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', cty: 'twilio-fpa;v=1' })
    .setJti(randomUUID())
    .setIssuer(issuer)
    .setIssuedAt()
    .setExpirationTime(`${seconds} seconds`)
    .sign(seal.subkeys(purpose)[0].secret);
}

const Claims = z.object({
  exp: z.number(),
  session: z.int().nullable().optional(),
  grants: z.object({ identity: z.string() }),
});

/** `ttl`: seconds that it still lasts. */
export async function readToken(
  seal: Seal,
  token: string,
): Promise<{ phone: Phone; ttl: number } | { wrong: 'expired' | 'forged' }> {
  let wrong: 'expired' | 'forged' = 'forged';
  for (const { secret } of seal.subkeys(purpose)) {
    try {
      const { payload } = await jwtVerify(token, secret, { issuer, algorithms: ['HS256'] });
      const { exp, session = null, grants } = Claims.parse(payload);
      const phone = phoneOf(grants.identity, session);
      if (phone) return { phone, ttl: Math.max(1, Math.round(exp - Date.now() / 1000)) };
    } catch (error) {
      if (error instanceof errors.JWTExpired) wrong = 'expired';
    }
  }
  return { wrong };
}

function phoneOf(identity: string, sessionId: number | null): Phone | null {
  const [, company, user, number] = /^(?:c(\d{1,15})-u(\d{1,15})|h(\d{10}))$/.exec(identity) ?? [];
  if (number) return { identity, number };
  return company ? { identity, companyId: Number(company), userId: Number(user), sessionId } : null;
}
