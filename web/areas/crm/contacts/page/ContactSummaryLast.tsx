// What was last done with a contact.

import { useMe } from '#app/session.ts';
import type { ActivityType } from '#contract/activityTypes.ts';
import type { Contact } from '#contract/contacts.ts';
import { momentIn } from '#ui/moments.ts';
import classes from './ContactSummary.module.css';
import { kindLabels } from './contacts.composed.ts';

export function ContactSummaryLast({ contact: { last_activity } }: { contact: Contact }) {
  const { timezone } = useMe();
  if (!last_activity) return null;
  return (
    <section className={classes.block} aria-labelledby="last-activity">
      <h2 className={classes.title} id="last-activity">
        Last activity
      </h2>
      <span className="figures">
        {kindLabels[last_activity.type as ActivityType] ?? last_activity.type}{' '}
        <span className={classes.faint}>· {momentIn(timezone, last_activity.at)}</span>
      </span>
    </section>
  );
}
