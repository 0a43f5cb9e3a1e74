// The browser's side of passkeys. Puts failures into our own words; loads the library only when needed.
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { ApiError } from '#app/api.ts';
import { type ErrorCode, errorCodes } from '#contract/kit/errors.ts';
import type { PasskeyAnswer, PasskeyOptions } from '#contract/signIn.ts';

const library = () => import('@simplewebauthn/browser');

export const hasPasskeys = typeof PublicKeyCredential === 'function';

/** Makes a passkey. Rejects with AbortError if the user cancels. */
export async function makePasskey(options: PasskeyOptions): Promise<PasskeyAnswer> {
  const { startRegistration } = await library();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return plain(await startRegistration({ optionsJSON }).catch(sayWhy));
}

/** Asks for a passkey. Rejects with AbortError if the user cancels or has none. */
export async function askForPasskey(options: PasskeyOptions): Promise<PasskeyAnswer> {
  const { startAuthentication } = await library();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return plain(await startAuthentication({ optionsJSON }).catch(sayWhy));
}

/** As any other JSON. */
const plain = (answer: { id: string; rawId: string; response: object; clientExtensionResults: object }): PasskeyAnswer => ({
  ...answer,
  type: 'public-key',
  response: { ...answer.response },
  clientExtensionResults: { ...answer.clientExtensionResults },
});

function sayWhy(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') throw new DOMException('The user went back', 'AbortError');
  if (name === 'InvalidStateError') throw problem('passkeys.known');
  throw problem('passkeys.refused', 'This browser cannot use a passkey here.');
}

function problem(code: ErrorCode, detail?: string) {
  const { status, text } = errorCodes[code];
  return new ApiError({ type: 'about:blank', title: text, status, code, ...(detail && { detail }) });
}
