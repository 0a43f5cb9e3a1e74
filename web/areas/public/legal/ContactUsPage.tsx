// The contact address, for people who cannot sign in or have a question.
import { Anchor, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { PublicFrame } from '#app/PublicFrame.tsx';
import { queryOf } from '#app/queries.ts';
import { hasSession } from '#app/session.ts';
import { getPlatformInfo } from '#contract/platform.ts';
import { getPublicSetting } from '#contract/settings.ts';
import { KeyValueList } from '#ui/KeyValueList.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';

export function ContactUsPage() {
  const info = useQuery(queryOf(getPlatformInfo));
  const address = info.data?.support_email;
  return (
    <PublicFrame>
      <Title order={1}>Contact us</Title>
      <Text mt="md">
        If you cannot sign in or need a change to your account, first ask an administrator of your company. They manage people,
        roles and sign-in rules.
      </Text>
      {hasSession() && <OfficeHelp />}
      {info.error && !info.data ? (
        <FailedQuery query={info} />
      ) : info.isPending ? (
        <SkeletonLines lines={1} />
      ) : address ? (
        <Text mt="md">
          For everything else, write to{' '}
          <Anchor underline="always" href={`mailto:${address}`}>
            {address}
          </Anchor>
          .
        </Text>
      ) : (
        <Text mt="md">There is no contact address for this installation. Ask your administrator.</Text>
      )}
    </PublicFrame>
  );
}

/** The company's own help for its people. */
function OfficeHelp() {
  const email = useHelp('support_email');
  const phone = useHelp('support_phone');
  const hours = useHelp('office_hours');
  if (!email && !phone && !hours) return null;
  return (
    <Text mt="md" component="div">
      Your company’s help:
      <KeyValueList
        facts={[
          ['E-mail', email && <Anchor href={`mailto:${email}`}>{email}</Anchor>],
          ['Phone', phone && <Anchor href={`tel:${phone}`}>{phone}</Anchor>],
          ['Hours', hours],
        ]}
      />
    </Text>
  );
}

const useHelp = (name: string) => String(useQuery(queryOf(getPublicSetting, { params: { name }, query: {} })).data?.value ?? '');
