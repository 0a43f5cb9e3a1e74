// The library gives Node the bytes of its keys with each packet. Node takes a key object five times as fast.
import { createSecretKey, KeyObject } from 'node:crypto';
import type { RTCPeerConnection } from 'werift';

/** Of a connection that has just been made. */
export function keepKeys(peer: RTCPeerConnection): void {
  for (const { srtp, srtcp } of peer.dtlsTransports)
    for (const context of [srtp?.localContext, srtp?.remoteContext, srtcp?.localContext, srtcp?.remoteContext]) {
      const cipher = context?.cipher as Keys | undefined;
      if (!cipher) continue;
      for (const name of names) {
        const key = cipher[name];
        if (key && !(key instanceof KeyObject)) cipher[name] = createSecretKey(key);
      }
    }
}

const names = ['srtpSessionKey', 'srtcpSessionKey', 'srtpSessionAuthTag', 'srtcpSessionAuthTag'] as const;
/** Some ciphers have no keys of their own for the mark that proves a packet. */
type Keys = { [name in (typeof names)[number]]?: Buffer | KeyObject };
