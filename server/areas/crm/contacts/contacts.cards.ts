// Cards of the dashboard that count a list of contacts: one scope counts, gives the first rows, and opens the list.
import type { ContactRow } from '#contract/contacts.ts';
import { ContactsScope, type ContactsScopeInput } from '#contract/contactsScope.ts';
import { formatDay } from '#contract/kit/formats.ts';
import { reachOf } from '#contract/permissions.ts';
import type { Tx } from '#kernel/context.ts';
import { cardRows, type DashboardCard, dashboardCard } from '#kernel/dashboard.ts';
import { activityCard } from './contacts.activityCard.ts';
import { countContacts, listContacts } from './contacts.lists.ts';

type Parts = Omit<DashboardCard, 'load' | 'permission'> & {
  scope: ContactsScopeInput;
  /** False: the card shows the first of a list, whose number says nothing. */
  counts?: boolean;
  aboutOf: (row: ContactRow) => { text?: string; at?: string };
};

/** Beneath a person: the contacts of everyone in reach. */
export const scopeOfCard = (tx: Tx, team: boolean): ContactsScopeInput =>
  team || reachOf[tx.actor.role] === 'own' ? {} : { downline_user_id: tx.actor.userId };

export const contactsCard = ({ scope, counts = true, aboutOf, ...card }: Parts): DashboardCard =>
  dashboardCard({
    ...card,
    permission: 'contacts.read',
    async load(tx, { team }) {
      const wanted = { ...scopeOfCard(tx, team), ...scope };
      const asked = ContactsScope.parse({ ...wanted, limit: cardRows });
      const count = counts ? await countContacts(tx, asked, false) : null;
      // So many cannot be put in the card's own order: they come by name, here and in the list.
      const search = count?.total_capped ? { ...wanted, order_field: 'last_name' as const, order: 'ASC' as const } : wanted;
      const { data } = await listContacts(tx, {
        ...asked,
        ...(count?.total_capped && { order_field: 'last_name', order: 'ASC' }),
      });
      return {
        count: count?.total_count ?? null,
        capped: count?.total_capped ?? false,
        rows: data.map((row) => {
          const { text = '', at = null } = aboutOf(row);
          const title = row.name || row.organization || 'No name';
          return { id: String(row.id), title, text, at, overdue: false, href: `/contacts/${row.id}` };
        }),
        list: { to: '/contacts', search },
      };
    },
  });

const changes = ['contact.changed', 'contacts.changed'] as const;

/** Leads of the last 30 days that nobody has contacted. */
const untouchedCard = contactsCard({
  name: 'untouched',
  title: 'New leads, untouched',
  place: 20,
  empty: { text: 'Every lead of the last 30 days has been contacted.' },
  events: changes,
  scope: {
    search: [
      { field: 'kind', operator: 'any_of', value: ['lead'] },
      { field: 'last_activity_at', operator: 'is_empty' },
      { field: 'created_at', operator: 'in_last', value: 30 },
    ],
    order_field: 'created_at',
    order: 'DESC',
  },
  aboutOf: ({ created_at }) => ({ at: created_at }),
});

const turning65Card = contactsCard({
  name: 'turning_65',
  title: 'Turning 65 in 90 days',
  place: 30,
  empty: { text: 'Nobody turns 65 in the next 90 days.' },
  events: changes,
  scope: { search: [{ field: 'age', operator: 'turns_in', value: [65, 90] }], order_field: 'birth_date' },
  aboutOf: ({ birth_date }) => ({
    text: birth_date ? `on ${formatDay(`${Number(birth_date.slice(0, 4)) + 65}${birth_date.slice(4)}`)}` : '',
  }),
});

/** For a call or a card in time. */
const birthdayCard = contactsCard({
  name: 'birthdays',
  title: 'Birthdays in 7 days',
  place: 35,
  empty: { text: 'Nobody has a birthday in the next 7 days.' },
  events: changes,
  scope: { search: [{ field: 'birthday', operator: 'in_next', value: 7 }], order_field: 'birthday' },
  aboutOf: ({ birth_date }) => ({ text: birth_date ? `on ${formatDay(birth_date).slice(0, 5)}` : '' }),
});

const recentCard = contactsCard({
  name: 'recent',
  title: 'Recently changed',
  place: 90,
  empty: {
    text: 'You have no contacts yet.',
    link: { label: 'Import your contacts', to: '/imports/new', permission: 'contacts.import' },
  },
  events: changes,
  counts: false,
  scope: { order_field: 'updated_at', order: 'DESC' },
  aboutOf: ({ updated_at }) => ({ at: updated_at }),
});

export const contactCards = [untouchedCard, turning65Card, birthdayCard, activityCard, recentCard];
