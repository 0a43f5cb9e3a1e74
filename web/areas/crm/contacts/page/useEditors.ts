// The last person who changed each field of a contact, from its timeline.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMe } from '#app/session.ts';
import type { Field } from '../form/contacts.fields.ts';
import { timelineQuery } from './contactPage.api.ts';

/** Instead of the user's own name: the change came from another window. */
export const oneself = 'You';

/** Undefined if unknown. */
export function useEditors(contactId: number, enabled = true): (field: Field) => string | undefined {
  const me = useMe();
  const timeline = useInfiniteQuery({ ...timelineQuery(contactId), enabled, refetchOnMount: 'always' });
  const told = timeline.data?.pages[0]?.data ?? [];
  return ({ path, control }) => {
    const columns = control === 'holder' ? ['owner_id', 'pool_id'] : [path.replace('custom_fields.', 'custom:')];
    const { actor } = told.find(({ changes }) => changes.some(({ field }) => columns.includes(field))) ?? {};
    if (!actor) return undefined;
    return actor.id === me.id ? oneself : actor.name;
  };
}
