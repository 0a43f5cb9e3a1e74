// A contact's owner or pool, and a button to take it over.
import { Button } from '@mantine/core';
import { IconUser, IconUsersGroup } from '@tabler/icons-react';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { assignContactToMe, type Contact } from '#contract/contacts.ts';
import classes from './ContactSummary.module.css';
import { showContact } from './contactPage.api.ts';

export function ContactSummaryHolder({ contact: { id, owner, pool, can } }: { contact: Contact }) {
  const me = useMe();
  const take = useSend(assignContactToMe, {
    onDone: (saved) => {
      showContact(saved);
      notice.done('This contact is yours now');
    },
  });
  const Picture = pool ? IconUsersGroup : IconUser;
  return (
    <section className={classes.block} aria-labelledby="holder">
      <h2 className={classes.title} id="holder">
        {pool ? 'Pool' : 'Owner'}
      </h2>
      <div className={classes.line}>
        <Picture size="1rem" stroke={1.6} aria-hidden />
        <span className={classes.main}>{pool?.name ?? owner?.name ?? 'Nobody'}</span>
        {owner?.id === me.id && <span className={classes.side}>you</span>}
        {can.assign_to_me && (
          <Button
            variant="default"
            size="compact-xs"
            ml="auto"
            loading={take.isPending}
            onClick={() => take.mutate({ params: { id } })}
          >
            Assign to me
          </Button>
        )}
      </div>
    </section>
  );
}
