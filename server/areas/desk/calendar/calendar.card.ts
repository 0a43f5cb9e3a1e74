import { cardRows, dashboardCard } from '#kernel/dashboard.ts';
import { listToday, listTodayOfTeam } from './calendar.lists.ts';

/** The calendar shows one person at a time: a row of the team's opens its owner's day, and all of them together have no list. */
export const todayCard = dashboardCard({
  name: 'today',
  title: 'Today’s events',
  place: 5,
  permission: 'calendar.read',
  empty: { text: 'No events today.', link: { label: 'Open the calendar', to: '/calendar', permission: 'calendar.read' } },
  events: ['calendar.changed'],
  async load(tx, { team }) {
    const { count, data } = team ? await listTodayOfTeam(tx, cardRows) : await listToday(tx, [tx.actor.userId], cardRows);
    return {
      count,
      capped: false,
      rows: data.map(({ id, occurrence, title, all_day, contact, place, starts_at, owner }) => ({
        id: `${id} ${occurrence ?? ''}`,
        title: title || 'An event without a title',
        text: [team && owner.name, all_day && 'All day', contact?.name, place].filter(Boolean).join(' · '),
        at: starts_at,
        overdue: false,
        href: '/calendar',
        search: {
          view: 'day',
          event: id,
          ...(owner.id !== tx.actor.userId && { user: owner.id }),
          ...(occurrence !== null && { at: occurrence }),
        },
      })),
      list: team ? null : { to: '/calendar', search: { view: 'day' } },
    };
  },
});
