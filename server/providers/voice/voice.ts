// Chooses the phone service: Twilio where an operator configured its calls, else the gateway of our own.
// Orders go to the gateway that has the call.
import { z } from 'zod';
import type { Db } from '#kernel/db/database.ts';
import type { Config } from '#kernel/ops/config.ts';
import type { Seal } from '#kernel/secrets/seal.ts';
import { type Gateway, gatewayBearer, inOrderFor, listGateways } from '#kernel/voice/gateways.ts';
import { CallUnreachable, ColleagueAway, type VoiceProvider } from '#kernel/voice/voice.ts';
import { type Obey, twilioVoice } from './twilioVoice.ts';
import { identityOf, tokenOfHandset, tokenOfUser } from './voice.tokens.ts';

/** Milliseconds. */
const patience = 5_000;
const shortPatience = 1_000;

const UserIds = z.array(z.int());

/** `obey`: what orders over Twilio do. Null where the operator hides the phone. */
export function openVoice(
  config: Pick<Config, 'demo' | 'hideDialer' | 'twilio' | 'publicUrl' | 'port'>,
  db: Db,
  seal: Seal,
  obey: Obey = async () => {},
): VoiceProvider | null {
  const { demo, hideDialer, twilio } = config;
  if (hideDialer) return null;
  if (twilio?.voice) return twilioVoice({ ...twilio, voice: twilio.voice, config }, db, obey);
  return {
    service: 'gateway',
    async issueToken(device, seconds) {
      return { token: await tokenOfUser(seal, device, seconds), identity: identityOf(device.companyId, device.userId) };
    },
    async order(companyId, sid, order) {
      // The company's own gateway first; a call that began before a gateway came or went is at another one.
      for (const gateway of inOrderFor(companyId, await listGateways(db)))
        if (await isDone(gateway, { companyId, sid, ...order })) return;
      throw new CallUnreachable();
    },
    async listPhones(companyId) {
      // All of them: phones in a call stay where they are when gateways come or go.
      const answers = await Promise.all((await listGateways(db)).map((gateway) => phonesAt(gateway, companyId)));
      return new Set(answers.flat());
    },
    async check() {
      const gateways = await listGateways(db);
      if (gateways.length === 0) return 'NO_GATEWAY';
      const answers = await Promise.all(gateways.map(isWell));
      return answers.every(Boolean) ? null : 'GATEWAY_SILENT';
    },
    ...(demo && { issueHandset: (number: string, seconds: number) => tokenOfHandset(seal, number, seconds) }),
  };

  /** None where it does not answer at once. */
  async function phonesAt({ address }: Gateway, companyId: number): Promise<number[]> {
    const headers = { authorization: gatewayBearer(seal) };
    try {
      const answer = await fetch(`${address}/phones/${companyId}`, { headers, signal: AbortSignal.timeout(shortPatience) });
      return UserIds.parse(await answer.json());
    } catch {
      return [];
    }
  }

  /** False: it has no such call, or does not answer. */
  async function isDone({ address }: Gateway, order: object): Promise<boolean> {
    const headers = { authorization: gatewayBearer(seal), 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(patience);
    const answer = await fetch(`${address}/control`, { method: 'POST', headers, body: JSON.stringify(order), signal }).catch(
      () => null,
    );
    if (answer?.status === 409) throw new ColleagueAway();
    return answer?.ok ?? false;
  }
}

const isWell = ({ address }: Gateway) =>
  fetch(`${address}/health`, { signal: AbortSignal.timeout(patience) }).then(
    ({ ok }) => ok,
    () => false,
  );
