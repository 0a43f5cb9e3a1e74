// A phone service that does nothing and remembers what it was told: calls themselves are tested with the gateway.
import { type CallOrder, CallUnreachable, type VoiceProvider } from '#kernel/voice/voice.ts';

export interface TestPhone extends VoiceProvider {
  orders: { companyId: number; sid: string; order: CallOrder }[];
  /** The gateway runs it before it answers. */
  obey: (sid: string, order: CallOrder) => Promise<void>;
  /** Users with an open phone. */
  open: Set<number>;
  /** Answers no order. */
  isAway: boolean;
}

export function aPhone(): TestPhone {
  const phone: TestPhone = {
    service: 'gateway',
    orders: [],
    isAway: false,
    open: new Set(),
    obey: async () => {},
    issueToken: async ({ companyId, userId }, seconds) => ({
      token: `token of ${userId} for ${seconds}`,
      identity: `c${companyId}-u${userId}`,
    }),
    async order(companyId, sid, order) {
      if (phone.isAway) throw new CallUnreachable();
      phone.orders.push({ companyId, sid, order });
      await phone.obey(sid, order);
    },
    listPhones: async () => phone.open,
    issueHandset: async (number) => `token of ${number}`,
    check: async () => (phone.isAway ? 'NO_ANSWER' : null),
  };
  return phone;
}
