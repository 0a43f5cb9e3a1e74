// The user's profile: what they change themselves, and what an administrator changes.
import { Anchor, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MessageAlertChoices } from '#app/MessageAlertChoices.tsx';
import { nameOfMe, useMe } from '#app/session.ts';
import { ThemeChoices } from '#app/ThemeChoices.tsx';
import { roleName } from '#contract/roles.ts';
import { KeyValueList } from '#ui/KeyValueList.tsx';
import { PersonAvatar } from '#ui/PersonAvatar.tsx';
import { FavoriteList } from '#web/areas/identity/favorites/FavoriteList.tsx';
import { FileChoice } from './FileChoice.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import classes from './ProfileTab.module.css';
import { WebpageForm } from './WebpageForm.tsx';

export function ProfileTab() {
  const me = useMe();
  const { first_name, last_name, title, about_me, account_type } = me.profile;
  const values = { first_name, last_name, title: title || null, about_me, timezone: me.timezone };
  const facts: [string, string][] = [
    ['E-mail', me.email],
    ['Username', me.username],
    ['Role', roleName(account_type, me.company.variant)],
    ['Business unit', me.business_unit.name],
    ['Company', me.company.name],
  ];
  return (
    <div className={classes.page}>
      <Section title="About you">
        <div className={classes.photo}>
          <PersonAvatar person={{ id: me.id, name: nameOfMe(me), photo: me.profile.personal_photo }} size="5rem" />
          <FileChoice
            name="personal_photo"
            word="photo"
            given={me.profile.personal_photo !== null}
            about="JPEG, PNG, WebP or GIF, up to 10 MB. Your colleagues see it."
          />
        </div>
        {/* Saved, here or on another device, it begins again from what is stored. */}
        <ProfileForm key={JSON.stringify(values)} saved={values} />
      </Section>
      <Section title="Appearance" about="A choice applies at once, on all your devices.">
        <div className={classes.theme}>
          <ThemeChoices />
        </div>
      </Section>
      {me.features.texting && (
        <Section title="New text messages" about="A notice appears on every page. Choose what else tells you.">
          <MessageAlertChoices />
        </Section>
      )}
      <Section title="People you work with" about="They stand first wherever you choose people.">
        <FavoriteList />
      </Section>
      {me.features.public_pages && (
        <Section title="Your web page" about="It shows this beside your name, photo, title and text.">
          <WebpageForm />
        </Section>
      )}
      <Section title="Your account">
        <KeyValueList facts={facts.filter(([name, fact]) => name !== 'Username' || fact !== me.email)} />
        <Text c="dimmed">
          To correct something here, ask an administrator of your company.{' '}
          <Anchor underline="always" renderRoot={(props) => <Link to="/billing" {...props} />}>
            See the administrators and your company’s plan
          </Anchor>
        </Text>
        <Text c="dimmed">
          <Anchor underline="always" renderRoot={(props) => <Link to="/account/external_accounts" {...props} />}>
            How you sign in
          </Anchor>
        </Text>
      </Section>
    </div>
  );
}

function Section({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <div>
        <Title order={2} size="h4">
          {title}
        </Title>
        {about && <Text c="dimmed">{about}</Text>}
      </div>
      {children}
    </section>
  );
}
