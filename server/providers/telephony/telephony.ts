// Chooses the carrier: Twilio with the operator's account, the sandbox in the demo, or none. One adapter speaks to both.

import type { Db } from '#kernel/db/database.ts';
import type { Config } from '#kernel/ops/config.ts';
import type { Telephony } from '#kernel/telephony/telephony.ts';
import { sandboxCarrier } from './telephony.sandbox.ts';
import { signatureOf } from './twilio.signature.ts';
import { textCallForm } from './twilio.texts.ts';
import { twilioTelephony } from './twilio.ts';

/** An account of the sandbox; it opens nothing else. */
const sandboxAccount = { account: `AC${'0'.repeat(32)}`, token: 'sandbox-carrier-token', primaryProfile: `BU${'0'.repeat(32)}` };

/** Null without a carrier. */
export function openTelephony({ twilio, demo }: Pick<Config, 'twilio' | 'demo'>, db: Db): Telephony | null {
  if (twilio) return twilioTelephony(twilio);
  if (!demo) return null;
  return {
    ...twilioTelephony({ ...sandboxAccount, fetch: sandboxCarrier(db, sandboxAccount) }),
    sandbox: {
      sign: (url, form) => signatureOf(sandboxAccount.token, url, form),
      formOf: textCallForm,
      mediaAddress: (sid, id) =>
        `https://api.twilio.com/2010-04-01/Accounts/${sandboxAccount.account}/Messages/${sid}/Media/ME${id}`,
    },
  };
}
