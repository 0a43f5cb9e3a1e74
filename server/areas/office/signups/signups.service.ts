// Onboarding applications: a draft that its user saves and sends, and the administrators' decision.
import { listCarriers } from '#areas/crm/reference/reference.service.ts';
import { normalPhone } from '#contract/kit/formats.ts';
import type { signupStatuses } from '#contract/lookups.ts';
import { Signup, type SignupDetail, SignupForm, type SignupRow } from '#contract/signups.ts';
import { audit } from '#kernel/audit.ts';
import type { Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { signupJobs } from './signups.jobs.ts';
import { findSignup, insertDraft, listSignupRows, lockSignup, type StoredSignup, updateSignup } from './signups.queries.ts';

export async function fetchSignup(tx: Tx): Promise<Signup> {
  const stored = await findSignup(tx, { userId: tx.actor.userId });
  return Signup.parse(await present(tx, stored));
}

export async function saveSignup(tx: Tx, form: SignupForm, send: boolean): Promise<Signup> {
  const carriers = await knownCarriers(tx, form.carriers);
  if (send) mustBeComplete(form);
  await insertDraft(tx);
  const stored = await lockSignup(tx, tx.actor.userId);
  if (!stored || !isOpen(stored.status)) throw fail('signups.sent');
  await updateSignup(tx, stored.id, {
    form: JSON.stringify({ ...form, carriers }),
    ...(send && { status: 'sent', sent_at: tx.clock() }),
  });
  if (send) {
    tx.tell({ event: 'signups.changed' }, { to: 'signups.manage' });
    tx.tell({ event: 'me.changed' }, { to: [tx.actor.userId] });
  }
  return fetchSignup(tx);
}

export async function listSignups(
  tx: Tx,
  query: { q: string; status: readonly string[]; page: number; limit: number },
): Promise<{ data: SignupRow[]; meta: object & { page: number; limit: number; total_count: number; total_pages: number } }> {
  const { rows, total } = await listSignupRows(tx, query);
  const { page, limit } = query;
  return { data: rows, meta: { page, limit, total_count: total, total_pages: Math.ceil(total / limit) } };
}

/** A draft is its user's alone. */
export async function getSignup(tx: Tx, id: number): Promise<SignupDetail> {
  const stored = await findSignup(tx, { id });
  if (!stored || stored.status === 'draft') throw fail('not_found');
  const { user, decided_by } = stored;
  return { ...(await present(tx, stored)), user, decided_by };
}

/** Nobody decides over their own. */
export async function decideSignup(tx: Tx, id: number, status: 'approved' | 'returned', note: string): Promise<SignupDetail> {
  const { user } = await getSignup(tx, id);
  if (user.id === tx.actor.userId) throw fail('forbidden');
  const stored = await lockSignup(tx, user.id);
  if (stored?.status !== 'sent') throw fail('signups.not_sent');
  await updateSignup(tx, id, { status, note, decided_at: tx.clock(), decided_by: tx.actor.userId });
  await audit(tx, { action: `signups.${status}`, of: { type: 'user', id: user.id }, after: { note } });
  tx.enqueue(signupJobs.mailDecision, { id });
  tx.tell({ event: 'signups.changed' }, { to: 'signups.manage' });
  for (const event of ['signups.changed', 'me.changed'] as const) tx.tell({ event }, { to: [user.id] });
  return getSignup(tx, id);
}

const isOpen = (status: string) => status === 'draft' || status === 'returned';

async function present(tx: Tx, stored: StoredSignup | undefined): Promise<Signup> {
  const form = SignupForm.parse(stored?.form ?? {});
  const { data: carriers } = form.carriers.length > 0 ? await listCarriers(tx, { q: '', ids: form.carriers }) : { data: [] };
  const status: (typeof signupStatuses)[number] = stored?.status ?? 'draft';
  const own = stored === undefined || stored.user.id === tx.actor.userId;
  return {
    id: stored?.id ?? null,
    status,
    form: { ...form, carriers: carriers.map(({ id }) => id) },
    carriers: carriers.map(({ id, name }) => ({ id, name })),
    note: stored?.note ?? '',
    sent_at: stored?.sent_at ?? null,
    decided_at: stored?.decided_at ?? null,
    can: {
      edit: own && isOpen(status) && tx.actor.impersonatorId === null,
      decide: !own && status === 'sent' && tx.actor.impersonatorId === null,
    },
  };
}

/** Leaves out carriers of the saved draft that were deleted since: the form may still name them. */
async function knownCarriers(tx: Tx, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const { data } = await listCarriers(tx, { q: '', ids });
  const known = data.map(({ id }) => id);
  const gone = ids.filter((id) => !known.includes(id));
  const saved = gone.length > 0 ? SignupForm.parse((await findSignup(tx, { userId: tx.actor.userId }))?.form ?? {}).carriers : [];
  if (gone.some((id) => !saved.includes(id))) throw wrong('carriers', 'Choose carriers from the list');
  return known;
}

function mustBeComplete(form: SignupForm) {
  const licensed = new Set(form.licences.map(({ state }) => state));
  const unlicensed = form.states.filter((state) => !licensed.has(state));
  const rules: [field: keyof SignupForm, wrong: boolean, text: string][] = [
    ['npn', !/^\d{1,10}$/.test(form.npn), 'Write your NPN: up to ten digits'],
    ['phone', normalPhone(form.phone) === '', 'Write a US phone number with its area code'],
    ['resident_state', form.resident_state === null, 'Choose the state where you live'],
    ['licences', form.licences.length === 0, 'Add at least one licence'],
    [
      'licences',
      form.licences.some(({ state, kind, number }) => !state || !kind || !number),
      'Each licence needs state, kind and number',
    ],
    ['states', form.states.length === 0, 'Choose at least one state'],
    ['states', unlicensed.length > 0, `Add a licence for ${unlicensed.join(', ')}, or leave it out`],
    ['references', form.references.length === 0, 'Add at least one reference'],
    [
      'references',
      form.references.some(({ name, phone, email }) => !name || !(phone || email)),
      'Each reference needs a name, and a phone or an e-mail',
    ],
  ];
  const errors: Record<string, string[]> = {};
  for (const [field, wrong, text] of rules) if (wrong) errors[field] = [...(errors[field] ?? []), text];
  if (Object.keys(errors).length > 0) throw fail('invalid', { errors });
}
