// The phone: where its gateway listens, and which addresses and ports carry the sound.
import { isIP } from 'node:net';
import { z } from 'zod';

export const voiceEnvironment = {
  /** The host on which the gateway takes the sockets and orders of web and worker processes. */
  VOICE_HOST: z.string().min(1).default('127.0.0.1'),
  VOICE_PORT: z.coerce.number().pipe(z.int().min(0).max(65535)).default(0),
  /** The address by which they reach it, where it is not http://VOICE_HOST:VOICE_PORT. */
  VOICE_ADDRESS: z
    .url({ protocol: /^http$/, error: 'must be an address, as http://voice:3100' })
    .transform((url) => new URL(url).origin)
    .optional(),
  /** Addresses of this machine as browsers see it, by comma: for NAT and containers. */
  VOICE_ANNOUNCE: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((address) => address.trim() || []))
    .refine((addresses) => addresses.every((address) => isIP(address) === 4), 'must be IPv4 addresses, by comma'),
  /** UDP ports for sound: each call takes two or more. */
  VOICE_UDP_PORTS: z
    .string()
    .regex(/^\d{4,5}-\d{4,5}$/, 'must be a range, as 40000-40499')
    .transform((text) => text.split('-').map(Number) as [number, number])
    .refine(([first, last]) => first >= 1024 && last <= 65_535 && last - first >= 10, 'must be 11 ports or more, from 1024')
    .optional(),
  /**
   * TURN servers, by comma, for browsers behind networks that block UDP; and the secret that they share with
   * us.
   */
  VOICE_TURN_URLS: z
    .string()
    .transform((text) => text.split(',').flatMap((url) => url.trim() || []))
    .refine(
      (urls) => urls.length > 0 && urls.every((url) => /^turns?:[^\s/]+$/.test(url)),
      'must be as turn:turn.example.com:3478',
    )
    .optional(),
  VOICE_TURN_SECRET: z.string().min(1).optional(),
};

export interface VoiceConfig {
  host: string;
  port: number;
  /** Null: where it listens. */
  address: string | null;
  announce: string[];
  /** Null: any free one. */
  udpPorts: [number, number] | null;
  /** Null: sound goes straight between browser and gateway. */
  turn: { urls: string[]; secret: string } | null;
}

type Environment = z.output<z.ZodObject<typeof voiceEnvironment>>;

export function wrongVoice({ VOICE_TURN_URLS, VOICE_TURN_SECRET }: Environment): string[] {
  if (VOICE_TURN_URLS && !VOICE_TURN_SECRET) return ['  VOICE_TURN_SECRET: must be set where VOICE_TURN_URLS is'];
  return VOICE_TURN_SECRET && !VOICE_TURN_URLS ? ['  VOICE_TURN_URLS: must be set where VOICE_TURN_SECRET is'] : [];
}

export const voiceOf = (env: Environment): VoiceConfig => ({
  host: env.VOICE_HOST,
  port: env.VOICE_PORT,
  address: env.VOICE_ADDRESS ?? null,
  announce: env.VOICE_ANNOUNCE,
  udpPorts: env.VOICE_UDP_PORTS ?? null,
  turn: env.VOICE_TURN_URLS && env.VOICE_TURN_SECRET ? { urls: env.VOICE_TURN_URLS, secret: env.VOICE_TURN_SECRET } : null,
});
