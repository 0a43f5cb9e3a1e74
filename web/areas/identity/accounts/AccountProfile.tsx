// The user's profile. Only an administrator can change it.
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { nameOfMe, useMe } from '#app/session.ts';
import { ianaZones, zoneWords } from '#contract/lookups.ts';
import { roleName } from '#contract/roles.ts';
import { KeyValueList } from '#ui/KeyValueList.tsx';

export function AccountProfile() {
  const me = useMe();
  const facts: [string, string][] = [
    ['Name', nameOfMe(me)],
    ['E-mail', me.email],
    ['Username', me.username],
    ['Role', roleName(me.profile.account_type, me.company.variant)],
    ['Business unit', me.business_unit.name],
    ['Company', me.company.name],
    ['Time zone', zoneWords(ianaZones[me.timezone])],
  ];
  return (
    <>
      <KeyValueList facts={facts.filter(([name, fact]) => name !== 'Username' || fact !== me.email)} />
      <Text c="dimmed" mt="lg">
        To correct something here, ask an administrator of your company.{' '}
        <Anchor underline="always" renderRoot={(props) => <Link to="/billing" {...props} />}>
          See the administrators and your company’s plan
        </Anchor>
      </Text>
      <Text c="dimmed" mt="xs">
        <Anchor underline="always" renderRoot={(props) => <Link to="/account/external_accounts" {...props} />}>
          How you sign in
        </Anchor>
      </Text>
    </>
  );
}
