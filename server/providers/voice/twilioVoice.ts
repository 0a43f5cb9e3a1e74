// The phone service over Twilio, which does not say which phones are open: one counts as open while its token
// lasts. So tokens are short, and the end of a session reaches a phone when its token ends.
import { sql } from 'kysely';
import { type Db, inCompany } from '#kernel/db/database.ts';
import { TelephonyRefused } from '#kernel/telephony/telephony.ts';
import type { CallOrder, VoiceProvider } from '#kernel/voice/voice.ts';
import { twilioToken } from './twilio.tokens.ts';
import { type TwilioVoiceAccount, twilioCarrier } from './twilioCarrier.ts';
import { identityOf } from './voice.tokens.ts';

/** Seconds. */
const tokenLife = 600;

/** Gives an order to a running call: its state is in the database, and the area carrierCalls knows it. */
export type Obey = (companyId: number, sid: string, order: CallOrder) => Promise<void>;

export function twilioVoice(config: TwilioVoiceAccount, db: Db, obey: Obey): VoiceProvider {
  const carrier = twilioCarrier(config);
  let isSetUp = false;
  /** Once in a process; what failed is tried with the next token. */
  const setUp = () => {
    if (isSetUp) return;
    isSetUp = true;
    carrier.setUp().catch(() => {
      isSetUp = false;
    });
  };
  return {
    service: 'twilio',
    carrier,
    order: obey,
    async issueToken({ companyId, userId }, seconds) {
      setUp();
      const ttl = Math.min(seconds, tokenLife);
      const identity = identityOf(companyId, userId);
      const token = await twilioToken({ account: config.account, voice: config.voice }, identity, ttl);
      await inCompany(db, companyId, (own) =>
        sql`
          insert into carrier_phones (company_id, user_id, open_until) values (${companyId}, ${userId}, now() + make_interval(secs => ${ttl}))
          on conflict (company_id, user_id) do update set open_until = excluded.open_until`.execute(own),
      );
      return { token, identity, ttl };
    },
    async listPhones(companyId) {
      const { rows } = await inCompany(db, companyId, (own) =>
        sql<{ user_id: number }>`
          select user_id from carrier_phones where company_id = ${companyId} and open_until > now()`.execute(own),
      );
      return new Set(rows.map(({ user_id }) => user_id));
    },
    async check() {
      try {
        await carrier.setUp();
        return null;
      } catch (error) {
        return error instanceof TelephonyRefused ? error.code : 'NO_ANSWER';
      }
    },
  };
}
