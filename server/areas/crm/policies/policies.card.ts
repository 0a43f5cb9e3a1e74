// Contacts whose policies or securities renew within 30 days; the rows name the policies that renew first.
import { contactsCard, scopeOfCard, todayOfActor } from '#areas/crm/contacts/contacts.service.ts';
import { formatDay } from '#contract/kit/formats.ts';
import { cardRows, type DashboardCard } from '#kernel/dashboard.ts';
import { listRenewals } from './policies.lists.ts';

const days = 30;

const counted = contactsCard({
  name: 'renewals',
  title: 'Renewals in 30 days',
  place: 40,
  empty: { text: 'No policy renews in the next 30 days.' },
  events: ['contact.changed', 'contacts.changed'],
  scope: { search: [{ field: 'policy_renewal', operator: 'in_next', value: days }] },
  aboutOf: () => ({}),
});

export const renewalCard: DashboardCard = {
  ...counted,
  permission: 'policies.read',
  async load(tx, about) {
    const answer = await counted.load(tx, about);
    const { downline_user_id: owner = null } = scopeOfCard(tx, about.team);
    const soonest = await listRenewals(tx, { today: await todayOfActor(tx), days, limit: cardRows, owner });
    return {
      ...answer,
      rows: soonest.map(({ id, contact, carrier, product, renewal_date }) => ({
        id: String(id),
        title: contact.name || 'No name',
        text: [carrier?.name, product, `renews on ${formatDay(renewal_date)}`].filter(Boolean).join(' · '),
        at: null,
        overdue: false,
        href: `/contacts/${contact.id}`,
      })),
    };
  },
};
