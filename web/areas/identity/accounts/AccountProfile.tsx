// Who one is here. An administrator changes it.
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { nameOfMe, useMe } from '#app/session.ts';
import { ianaZones, zoneWords } from '#contract/lookups.ts';
import { roleName } from '#contract/roles.ts';
import classes from './AccountPage.module.css';

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
      <dl className={classes.facts}>
        {facts
          .filter(([name, fact]) => fact && (name !== 'Username' || fact !== me.email))
          .map(([name, fact]) => (
            <Fact key={name} name={name} fact={fact} />
          ))}
      </dl>
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

const Fact = ({ name, fact }: { name: string; fact: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{fact}</dd>
  </>
);
