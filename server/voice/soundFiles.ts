// The sounds that a carrier plays in our name, as files: it fetches them by their address. The same as the
// gateway's.
import type { FastifyInstance } from 'fastify';
import { wavHeader } from './recorder.ts';
import { holdMusic, prompts, ringBack } from './sound.ts';

const sounds: Record<string, () => Buffer> = {
  ring: () => ringBack,
  hold: () => holdMusic,
  recorded: () => prompts().recorded,
  greeting: () => prompts().greeting,
  queued: () => prompts().queued,
};

/** Before the web app, which answers every other path. */
export function mountSounds(app: FastifyInstance): void {
  for (const [name, sound] of Object.entries(sounds))
    app.get(`/voice_sounds/${name}.wav`, async (_request, reply) =>
      reply.type('audio/wav').header('cache-control', 'public, max-age=86400').send(fileOf(sound())),
    );
}

/** The header is of two channels, so each sample stands in both. */
function fileOf(sound: Buffer): Buffer {
  const both = Buffer.alloc(sound.length * 2);
  for (let place = 0; place < sound.length; place++) both.fill(sound[place] ?? 0, place * 2, place * 2 + 2);
  return Buffer.concat([wavHeader(sound.length), both]);
}
