// The WebAuthn protocol, through its library. Loaded at the first use: the library is large, and workers never need it.
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server';
import type { PublicCtx } from '#kernel/context.ts';

const library = () => import('@simplewebauthn/server');

/** EdDSA, ES256, RS256. */
const algorithms = [-8, -7, -257];
/** Milliseconds that a browser waits for its user. */
const timeout = 5 * 60_000;

/** The relying party: this host. Browsers and authenticators bind passkeys to it. */
const partyOf = ({ origin }: Pick<PublicCtx, 'origin'>) => ({ origin, id: new URL(origin).hostname });

export interface KeptPasskey {
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
}

/** Authenticators report their transports in words of the standard, which may have new words by now. */
const transportsOf = ({ transports }: Pick<KeptPasskey, 'transports'>) => transports as AuthenticatorTransport[];

const named = (passkeys: Pick<KeptPasskey, 'credential_id' | 'transports'>[]) =>
  passkeys.map((passkey) => ({ id: passkey.credential_id, transports: transportsOf(passkey) }));

interface Registration {
  handle: string;
  company: string;
  email: string;
  name: string;
  /** The user's existing passkeys: an authenticator keeps only one of them. */
  known: Pick<KeptPasskey, 'credential_id' | 'transports'>[];
}

export async function registrationOptions(ctx: PublicCtx, { handle, company, email, name, known }: Registration) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: company,
    rpID: partyOf(ctx).id,
    userID: new Uint8Array(Buffer.from(handle)),
    userName: email,
    userDisplayName: name,
    timeout,
    attestationType: 'none',
    excludeCredentials: named(known),
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Returns what to store of a new passkey; null: it does not answer our request. */
export async function verifyRegistration(ctx: PublicCtx, answer: object, challenge: string) {
  const { verifyRegistrationResponse } = await library();
  const party = partyOf(ctx);
  const verified = await orNull(() =>
    verifyRegistrationResponse({
      response: answer as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!verified?.verified) return null;
  const { credential, credentialBackedUp } = verified.registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
    backed_up: credentialBackedUp,
  };
}

/** Without `passkeys`, the authenticator offers what it has for this host. */
export async function authenticationOptions(ctx: PublicCtx, passkeys?: Pick<KeptPasskey, 'credential_id' | 'transports'>[]) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: partyOf(ctx).id,
    timeout,
    userVerification: 'required',
    ...(passkeys && { allowCredentials: named(passkeys) }),
  });
}

/** Returns what changed in the passkey; null: refused, for any reason. */
export async function verifyAnswer(
  ctx: PublicCtx,
  answer: object,
  passkey: KeptPasskey,
  isExpected: (challenge: string) => boolean | Promise<boolean>,
): Promise<{ counter: number; backed_up: boolean } | null> {
  const { verifyAuthenticationResponse } = await library();
  const party = partyOf(ctx);
  const credential: WebAuthnCredential = {
    id: passkey.credential_id,
    publicKey: new Uint8Array(passkey.public_key),
    counter: passkey.counter,
    transports: transportsOf(passkey),
  };
  const verified = await orNull(() =>
    verifyAuthenticationResponse({
      response: answer as AuthenticationResponseJSON,
      expectedChallenge: isExpected,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential,
      requireUserVerification: true,
    }),
  );
  if (!verified?.verified) return null;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  return { counter: newCounter, backed_up: credentialBackedUp };
}

/** The library throws plain errors for wrong and for malformed answers. */
const orNull = <T>(verify: () => Promise<T>): Promise<T | null> => verify().catch(() => null);
