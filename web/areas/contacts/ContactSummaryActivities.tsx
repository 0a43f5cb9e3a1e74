// What was just done with a contact, logged with one press.
import { ActionIcon, Tooltip } from '@mantine/core';
import {
  type Icon,
  IconDots,
  IconMail,
  IconMailbox,
  IconMessage,
  IconPhone,
  IconRecordMail,
  IconUsers,
} from '@tabler/icons-react';
import { activityTypes, type Contact, logContactActivity } from '#contract/contacts.ts';
import { notice } from '../../app/notices.tsx';
import { useSend } from '../../app/queries.ts';
import { useMe } from '../../app/session.ts';
import { momentIn } from '../../ui/moments.ts';
import classes from './ContactSummary.module.css';
import { showContact } from './contactPage.api.ts';
import { activityWords } from './contacts.words.ts';

type Activity = (typeof activityTypes)[number];
const icons: Record<Activity, Icon> = {
  call: IconPhone,
  voicemail: IconRecordMail,
  text: IconMessage,
  email: IconMail,
  meeting: IconUsers,
  mail: IconMailbox,
  other: IconDots,
};

export function ContactSummaryActivities({ contact: { id, last_activity } }: { contact: Contact }) {
  const { timezone } = useMe();
  const log = useSend(logContactActivity, {
    onDone: (saved, { body }) => {
      showContact(saved);
      notice.done(`Logged ${activityWords[body.type]}`);
    },
  });
  return (
    <section className={classes.block} aria-labelledby="activities">
      <h2 className={classes.title} id="activities">
        Log what you did
      </h2>
      <div className={classes.deeds}>
        {activityTypes.map((type) => {
          const Picture = icons[type];
          return (
            <Tooltip key={type} label={`Log ${activityWords[type]}`}>
              <ActionIcon
                variant="default"
                size="2.125rem"
                aria-label={`Log ${activityWords[type]}`}
                loading={log.isPending && log.variables.body.type === type}
                onClick={() => log.mutate({ params: { id }, body: { type } })}
              >
                <Picture size="1rem" stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          );
        })}
      </div>
      {last_activity && (
        <span className={`${classes.side} figures`}>
          Latest: {activityWords[last_activity.type as Activity] ?? last_activity.type} on {momentIn(timezone, last_activity.at)}
        </span>
      )}
    </section>
  );
}
