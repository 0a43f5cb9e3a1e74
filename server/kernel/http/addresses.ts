// Client addresses in one form, however they were written.
import { isIP, isIPv6 } from 'node:net';

/**
 * In PostgreSQL's form: without a port, brackets or a zone, IPv4 as itself, IPv6 as in RFC 5952. Null if it is
 * not an address, which some proxies send.
 */
export function plainAddress(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^\[(.+)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv6(bare)) return new URL(`http://[${bare}]`).hostname.slice(1, -1);
  return isIP(bare) ? bare : null;
}

/** If a proxy sent no valid address, the proxy's own. */
export const addressOf = ({ ip, socket }: { ip: string; socket: { remoteAddress?: string | undefined } }): string =>
  plainAddress(ip) ?? plainAddress(socket.remoteAddress ?? '') ?? '';

/** The address or network that counts as one caller: for IPv6 64 bits, as providers give each customer such a network. */
export function sourceOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const after = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const whole = [...groups, ...Array(8 - groups.length - after.length).fill('0'), ...after];
  return `${whole.slice(0, 4).join(':')}::/64`;
}
