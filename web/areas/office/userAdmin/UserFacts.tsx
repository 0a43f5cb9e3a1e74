// Facts about a user beyond the form: number, dates, contacts, people below, pools, groups and offices.
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type AdminUser, getUserBelongings } from '#contract/userAdmin.ts';
import { KeyValueList } from '#ui/KeyValueList.tsx';
import { momentIn } from '#ui/moments.ts';
import { counted, namesOf, statusLabels } from './userAdmin.labels.ts';

export function UserFacts({ user }: { user: AdminUser }) {
  const { timezone } = useMe();
  const has = useQuery(queryOf(getUserBelongings, { params: { id: user.id }, query: {} })).data;
  const at = (moment: string | null) => moment && momentIn(timezone, moment);
  return (
    <KeyValueList
      facts={[
        ['Number', user.number],
        ['Status', statusLabels[user.status]],
        ['User name', user.username !== user.email && user.username],
        ['Added', at(user.created_at)],
        ['Invited', at(user.invited_at)],
        ['Deactivated', at(user.deactivated_at)],
        ['Last seen', at(user.last_seen_at) ?? 'Never'],
        ['Contacts', has?.contacts.toLocaleString('en-US')],
        ['People below', has && has.report_count > 0 && counted(has.report_count, 'person', 'people')],
        ['Pools', has && namesOf(has.pools)],
        ['Groups', has && namesOf(has.groups)],
        ['Leads offices', has && namesOf(has.offices)],
      ]}
    />
  );
}
