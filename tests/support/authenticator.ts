// A passkey authenticator in software: ES256, "none" attestations; every field can be made wrong.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

export interface Odd {
  origin?: string;
  rpId?: string;
  /** False: without fingerprint or PIN. */
  verified?: boolean;
  counter?: number;
  userHandle?: string;
  challenge?: string;
}

interface Asked {
  challenge: string;
  [other: string]: unknown;
}

export function anAuthenticator({ origin: home = 'http://localhost:80', counts = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;
  let handle = '';
  const next = () => (counts ? ++counter : 0);

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function authData({ rpId = new URL(home).hostname, verified = true, counter: at = next() }: Odd, attested?: Buffer) {
    const head = Buffer.alloc(5);
    head[0] = flags.present | (verified ? flags.verified : 0) | (attested ? flags.attested : 0);
    head.writeUInt32BE(at, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), head, attested ?? Buffer.alloc(0)]);
  }

  const answer = (response: Record<string, unknown>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
    response,
  });

  return {
    get handle() {
      return Buffer.from(handle, 'base64url').toString();
    },
    register({ challenge, ...asked }: Asked, odd: Odd = {}) {
      handle = (asked as { user?: { id: string } }).user?.id ?? '';
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, coseKey(x, y)]);
      return answer({
        clientDataJSON: clientData('webauthn.create', odd.challenge ?? challenge, odd.origin ?? home).toString('base64url'),
        attestationObject: attestation(authData(odd, credential)).toString('base64url'),
        transports: ['internal'],
      });
    },
    sign({ challenge }: Asked, odd: Odd = {}) {
      const client = clientData('webauthn.get', odd.challenge ?? challenge, odd.origin ?? home);
      const data = authData(odd);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle: odd.userHandle === undefined ? handle : Buffer.from(odd.userHandle).toString('base64url'),
      });
    },
  };
}

/** CBOR by hand: {1: 2, 3: -7, -1: 1, -2: x, -3: y} (RFC 9053). */
const coseKey = (x: string, y: string) =>
  Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);

/** {fmt: "none", attStmt: {}, authData} */
function attestation(authData: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(authData.length);
  return Buffer.concat([
    Buffer.of(0xa3),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.of(0xa0),
    text('authData'),
    Buffer.of(0x59),
    length,
    authData,
  ]);
}

const text = (word: string) => Buffer.concat([Buffer.of(0x60 + word.length), Buffer.from(word)]);
