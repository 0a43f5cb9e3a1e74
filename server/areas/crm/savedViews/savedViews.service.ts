// Saving, changing, ordering, deleting and counting views. A shared view is for the people in its owner's reach, and for leaders who reach the owner.
import { contactsWithPolicyNumber, countScopes } from '#areas/crm/contacts/contacts.service.ts';
import { listPeopleWithin, whoReaches } from '#areas/identity/users/users.service.ts';
import { ContactsScope } from '#contract/contactsScope.ts';
import { maxSavedViews, maxSharedViews } from '#contract/savedViewLists.ts';
import type { SavedView, SavedViewCreate, SavedViewUpdate } from '#contract/savedViews.ts';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { findGone } from './savedViews.gone.ts';
import {
  countShared,
  deleteView,
  findViews,
  getOwn,
  insertView,
  listViews,
  lockOwner,
  lockView,
  ownerOf,
  placeViews,
  type StoredView,
  updateView,
} from './savedViews.queries.ts';
import { leads, type Sight, sightOf } from './savedViews.sight.ts';

export async function listSavedViews(tx: Tx): Promise<{ data: SavedView[] }> {
  const sight = await sightOf(tx);
  return { data: await presentAll(tx, sight, await listViews(tx, sight)) };
}

export async function createSavedView(tx: Tx, { shared, ...view }: SavedViewCreate): Promise<SavedView> {
  if (shared) mustMayShare(tx);
  await lockOwner(tx, tx.actor.userId);
  const { count, last, taken } = await getOwn(tx, tx.actor.userId, view.name);
  if (taken) throw nameTaken();
  if (count >= maxSavedViews) throw fail('saved_views.too_many');
  if (shared) await mustHaveRoom(tx, await sightOf(tx));
  await mustKeepNoNumber(tx, view.scope);
  const id = await insertView(tx, { ...columnsOf(view), private: !shared, position: last + 1 });
  await tellView(tx, { owner_id: tx.actor.userId, shared });
  return getSavedView(tx, id);
}

/** `version`: the one that the change is based on. */
export async function updateSavedView(tx: Tx, id: number, { version, position, ...change }: SavedViewUpdate): Promise<SavedView> {
  const sight = await sightOf(tx);
  // The owner first, as adding a view does: two moves at once wait for each other.
  if (position !== undefined || change.name !== undefined) await lockOwner(tx, await ownerOf(tx, id));
  const stored = await lockView(tx, id, sight);
  mustMayChange(tx, sight, stored);
  if (version !== undefined && version !== stored.version)
    throw fail('saved_views.stale', { data: { current: await getSavedView(tx, id) } });
  const { shared, name } = change;
  if (shared !== undefined && shared !== stored.shared) mustMayShare(tx, stored, shared);
  if (shared && !stored.shared) await mustHaveRoom(tx, sight);
  await mustKeepNoNumber(tx, change.scope);
  if (name !== undefined && name !== stored.name && (await getOwn(tx, stored.owner_id, name, id)).taken) throw nameTaken();
  const columns = { ...columnsOf(change), ...(shared !== undefined && { private: !shared }) };
  if (Object.keys(columns).length > 0) await updateView(tx, id, columns);
  if (position !== undefined) await moveTo(tx, stored, position);
  await tellView(tx, { ...stored, shared: stored.shared || shared === true });
  return getSavedView(tx, id);
}

export async function deleteSavedView(tx: Tx, id: number): Promise<void> {
  const sight = await sightOf(tx);
  const stored = await lockView(tx, id, sight);
  mustMayChange(tx, sight, stored);
  await deleteView(tx, id);
  await tellView(tx, stored);
}

/** Views that the actor does not see are left out. */
export async function countSavedViews(tx: Tx, ids: number[]) {
  const views = await findViews(tx, await sightOf(tx), ids);
  const counts = await countScopes(
    tx,
    views.map(({ scope }) => ContactsScope.parse(scope)),
  );
  return { data: views.map(({ id }, place) => ({ id, total: null, capped: false, ...counts[place] })) };
}

/** 404 for one that the actor does not see. */
export async function getSavedView(tx: Tx, id: number): Promise<SavedView> {
  const sight = await sightOf(tx);
  const [view] = await presentAll(tx, sight, await findViews(tx, sight, [id]));
  if (!view) throw fail('not_found');
  return view;
}

async function presentAll(tx: Tx, sight: Sight, views: StoredView[]): Promise<SavedView[]> {
  const gone = await findGone(tx, views);
  return views.map(({ owner_id, ...view }) => {
    const mayChange = isMayChange(tx, sight, { owner_id });
    const share = owner_id === tx.actor.userId && (view.shared || tx.actor.has('team.lead'));
    return {
      ...view,
      scope: ContactsScope.parse(view.scope),
      gone: gone.get(view.id) ?? [],
      can: { update: mayChange, delete: mayChange, share },
    };
  });
}

const isMayChange = (tx: Tx, sight: Sight, { owner_id }: Pick<StoredView, 'owner_id'>) =>
  owner_id === tx.actor.userId || leads(sight, owner_id);

function mustMayChange(tx: Tx, sight: Sight, stored: StoredView) {
  if (!isMayChange(tx, sight, stored)) throw fail('forbidden');
}

/** Only the owner shares; to take a view back needs no permission. */
function mustMayShare(tx: Tx, stored?: StoredView, shared = true) {
  if (stored && stored.owner_id !== tx.actor.userId) throw fail('forbidden');
  if (shared && !tx.actor.has('team.lead')) throw fail('forbidden');
}

/** The list of the team's views ends somewhere: nobody shares one that others would not find in it. */
async function mustHaveRoom(tx: Tx, sight: Sight): Promise<void> {
  if ((await countShared(tx, sight)) >= maxSharedViews) throw fail('saved_views.too_many_shared');
}

/** Such numbers are stored sealed alone. */
async function mustKeepNoNumber(tx: Tx, scope: ContactsScope | undefined): Promise<void> {
  const texts = [scope?.q ?? '', ...(scope?.search ?? [])].filter((text) => typeof text === 'string');
  for (const text of texts) if ((await contactsWithPolicyNumber(tx, [text])).length > 0) throw fail('saved_views.policy_number');
}

const nameTaken = () =>
  fail('saved_views.name_taken', { errors: { name: ['There is a view with this name already. Choose another name'] } });

/** Only one's own views are in one's own order. */
async function moveTo(tx: Tx, { id, owner_id }: StoredView, position: number): Promise<void> {
  if (owner_id !== tx.actor.userId) throw fail('forbidden');
  const ids = (await getOwn(tx, owner_id)).ids.filter((other) => other !== id);
  ids.splice(position, 0, id);
  await placeViews(tx, ids);
}

/** A page, a cursor and a selection belong to one moment, not to a view. */
function columnsOf<V extends { scope?: ContactsScope | undefined }>({ scope, ...columns }: V) {
  const set = Object.fromEntries(Object.entries(columns).filter(([key, value]) => key !== 'shared' && value !== undefined));
  if (!scope) return set;
  const { limit, page, cursor, select_n, type, for_contact_group_all, ...kept } = scope;
  return { ...set, scope: JSON.stringify(kept) };
}

/** Told is everyone who saw the view or sees it now. */
async function tellView(tx: Tx, { owner_id, shared }: Pick<StoredView, 'owner_id' | 'shared'>): Promise<void> {
  const event = { event: 'saved_views.changed' } as const;
  if (!shared) return tx.tell(event, { to: [owner_id] });
  const team = await listPeopleWithin(tx, owner_id);
  if (team === 'company') return tx.tell(event, { to: 'contacts.read' });
  const above = await whoReaches(tx, [{ owner_id, pool_id: null }], 'team.lead');
  tx.tell(event, { to: [...new Set([...team, ...above, owner_id])] });
}
