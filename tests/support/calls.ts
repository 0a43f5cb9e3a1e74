// A company whose people call: numbers, plans of the dialer, contacts that may be called, and the gateway's side
// of a call.
import { sql } from 'kysely';
import { insertId } from '#areas/office/companies/companies.create.ts';
import { callAnswered, callEnded, placeCall, receiveCall } from '#areas/voice/calls/calls.service.ts';
import { loadActor, systemActor } from '#kernel/actors.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { aSid } from './examples.calls.ts';
import { aContact } from './factories.ts';
import type { TestServer } from './server.ts';

/** Monday, 10 am in the East. */
export const workingHour = new Date('2026-11-23T15:00:00Z');
export const gateway = 'gateway one';

export function callsOf(server: TestServer, companyId: number) {
  const { platform } = server;
  const { db } = server.operator;
  const ctxOf = async (userId: number): Promise<WorkCtx> => {
    const actor = await loadActor(platform, companyId, userId, null);
    if (!actor) throw new Error('nobody there');
    return { platform, clock: platform.clock, log: platform.log, actor };
  };
  const system: WorkCtx = { platform, clock: () => platform.clock(), log: platform.log, actor: systemActor(companyId) };
  return {
    ctxOf,
    system,
    run: <T>(work: (tx: Tx) => Promise<T>) => inTenant(system, work),

    /** `user`: null for the company's. Shown by the calls of its user. */
    async number(number: string, user: number | null, payer = user) {
      const held = {
        company_id: companyId,
        number,
        user_id: user,
        payer_id: payer,
        provider_id: `PN${number}`,
        is_dialer: user !== null,
      };
      const dates = { bought_at: platform.clock(), rent_due_at: new Date(platform.clock().getTime() + 30 * 86_400_000) };
      await insertId(db, 'phone_numbers', { ...held, ...dates });
      await sql`insert into called_numbers (number, company_id) values (${number}, ${companyId})`.execute(db);
    },

    switchOn: (feature: 'dialer_enabled' | 'wallet' | 'dialer', user_id: number, enabled = true) =>
      sql`insert into feature_overrides (company_id, user_id, feature, enabled) values (${companyId}, ${user_id}, ${feature}, ${enabled})
        on conflict (company_id, user_id, feature) do update set enabled = excluded.enabled`.execute(db),

    /** Of the company. */
    feature: (feature: 'call_centre', enabled = true) =>
      sql`insert into feature_overrides (company_id, user_id, feature, enabled) values (${companyId}, 0, ${feature}, ${enabled})
        on conflict (company_id, user_id, feature) do update set enabled = excluded.enabled`.execute(db),

    /** A licence of `allocation` minutes. Answers its id. */
    async plan(
      user: number,
      { payer, allocation, used = 0 }: { payer: 'self' | 'manager' | 'company'; allocation: number; used?: number },
    ) {
      const created_at = platform.clock();
      const plan = { company_id: companyId, product: 'dialer', name: `Plan ${Math.random()}`, level: 'standard', price: 50_000 };
      const plan_id = await insertId(db, 'plans', { ...plan, included: allocation, created_at });
      const subscription_id = await insertId(db, 'subscriptions', {
        ...{
          company_id: companyId,
          product: 'dialer',
          payer,
          payer_id: payer === 'company' ? null : user,
          card_user_id: user,
          plan_id,
        },
        ...{ price: 50_000, quantity: 1, included: allocation, allocated: allocation, state: 'active', anchor: '2026-11-01' },
        ...{
          zone: 'America/New_York',
          periods: 1,
          starts_at: created_at,
          due_at: new Date(created_at.getTime() + 20 * 86_400_000),
          created_at,
        },
      });
      const id = await insertId(db, 'plan_licences', {
        company_id: companyId,
        subscription_id,
        user_id: user,
        allocation,
        used,
        created_at,
      });
      return { subscription_id, id };
    },
    used: async (licence: number) =>
      (await db.selectFrom('plan_licences').select('used').where('id', '=', licence).executeTakeFirstOrThrow()).used,

    /** In Florida, which this agent has a licence of. `agreed`: to calls. */
    async callable(
      owner: number,
      phone: string,
      {
        agreed = true,
        ...more
      }: { agreed?: boolean; first_name?: string; last_name?: string; city?: string; do_not_call?: boolean } = {},
    ) {
      const id = await aContact(server, companyId, {
        owner_id: owner,
        first_name: 'Rosa',
        last_name: 'Alvarez',
        state: 'FL',
        phone,
        ...more,
      });
      await sql`insert into agent_licences (company_id, user_id, state, number) values (${companyId}, ${owner}, 'FL', 'L1') on conflict do nothing`.execute(
        db,
      );
      if (agreed)
        await insertId(db, 'consents', {
          ...{
            company_id: companyId,
            contact_id: id,
            kind: 'given',
            channel: 'call',
            purpose: 'marketing',
            address: '',
            text: 'Call me',
          },
          at: '2026-11-01T00:00:00Z',
        });
      return id;
    },

    async dial(user: number, to: string, more: { contactId?: number; overrideReason?: string } = {}) {
      const asked = { sid: aSid(), to, contactId: null, overrideReason: '', gateway, ...more };
      return placeCall(await ctxOf(user), asked);
    },
    receive: (from: string, to: string, hasPhone: 'none' | 'busy' | 'free' = 'free') =>
      receiveCall(platform, { from, to, sid: aSid(), gateway, hasPhone: () => hasPhone }),
    answer: (sid: string) => callAnswered(system, sid),
    end: (sid: string, outcome: Parameters<typeof callEnded>[2]['outcome']) => callEnded(system, sid, { outcome }),
    rows: () =>
      db
        .selectFrom('calls')
        .select(['sid', 'user_id', 'direction', 'state', 'outcome', 'minutes', 'paid_by', 'contact_id', 'override_reason'])
        .where('company_id', '=', companyId)
        .orderBy('id')
        .execute(),
    row: (sid: string) => db.selectFrom('calls').selectAll().where('sid', '=', sid).executeTakeFirstOrThrow(),
  };
}

/** The begun call; fails if it was refused. */
export function begun<T extends object>(placed: T | { refused: { code: number; message: string } }): T {
  if ('refused' in placed) throw new Error(`refused: ${placed.refused.code} ${placed.refused.message}`);
  return placed;
}
