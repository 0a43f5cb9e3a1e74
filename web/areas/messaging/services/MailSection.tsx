// The reputation of the company's mail with receivers, and its consequences.
import { Alert, Button, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { getServices, resumeMarketing, type Services } from '#contract/services.ts';
import { KeyValueList } from '#ui/KeyValueList.tsx';
import { momentIn } from '#ui/moments.ts';
import classes from './Services.module.css';

/** `leaves`: some mail service is set up. */
export function MailSection({ mail: { health, has_domain }, leaves }: { mail: Services['mail']; leaves: boolean }) {
  const { timezone } = useMe();
  const resume = useSend(resumeMarketing, {
    invalidates: [getServices],
    onDone: () => notice.done('Marketing mail may leave again'),
  });
  return (
    <section aria-labelledby="mail" className={classes.section}>
      <Title order={2} size="h4" id="mail">
        How your mail is received
      </Title>
      {health.state === 'paused' && health.paused_at && (
        <Alert color="red" title="Marketing mail is paused">
          <Text size="sm" mb="sm">
            Since {momentIn(timezone, health.paused_at)}, because too many receivers called a mail spam. Look at who gets your
            mail, and why, before you go on: mail services block senders with more than 3 complaints in 1,000 mails.
          </Text>
          <Button color="red" loading={resume.isPending} onClick={() => resume.mutate({})}>
            Resume marketing mail
          </Button>
        </Alert>
      )}
      {(health.state === 'warned' || health.state === 'too_many') && (
        <Alert color="red" title="Receivers complain">
          More than 1 in 1,000 mails was called spam. At 3 in 1,000 marketing mail pauses.
        </Alert>
      )}
      {!has_domain && leaves && (
        <Text size="sm">
          Mail goes out from the product’s own address. Marketing mail from an address of your own ends among spam less often.{' '}
          <Link to="/admin/sending-domains">Verify a domain</Link>
        </Text>
      )}
      <KeyValueList
        facts={[
          ['Mails in 30 days', health.sent.toLocaleString('en-US')],
          ['Complaints in 30 days', health.complaints.toLocaleString('en-US')],
        ]}
      />
    </section>
  );
}
