import { IconUsers } from '@tabler/icons-react';
import type { NameOf, Teller, Telling, Told } from '#app/timelineTeller.ts';
import type { LinkRelation } from '#contract/linkRelations.ts';
import { relationWords } from './contacts.relations.ts';

export const linkTeller: Teller = { kind: 'links', icon: IconUsers, tell };

function tell({ action, changes }: Told, nameOf: NameOf): Telling {
  const id = changes.find(({ field }) => field === 'linked_contact_id')?.after;
  const relation = changes.find(({ field }) => field === 'relation')?.after as LinkRelation | null | undefined;
  const name = (typeof id === 'number' && nameOf('linked_contact_id', id)) || 'another contact';
  if (action === 'unlinked' || !relation) return { summary: `ended the link with ${name}`, lines: [] };
  return { summary: `linked ${name}: ${relationWords[relation].toLowerCase()}`, lines: [] };
}
