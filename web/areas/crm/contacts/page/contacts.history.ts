// The journal in plain words: what follows the actor's name, and each change on a line if there are several.

import { activityOutcomeWords } from '#app/activityOutcomes.ts';
import type { NameOf, Telling, Told } from '#app/timelineTeller.ts';
import type { TimelineEntry } from '#contract/contactHistory.ts';
import { sealedValue } from '#contract/contactLabels.ts';
import type { Contact } from '#contract/contacts.ts';
import { activityWords } from '../contacts.labels.ts';
import { type FieldWords, fieldAt } from '../form/contacts.fields.ts';
import { valueWords } from '../form/contacts.values.ts';
import { tellers } from './contacts.tellers.ts';

type Change = TimelineEntry['changes'][number];

export function tell(entry: Told & Pick<TimelineEntry, 'kind'>, names: Record<string, string>): Telling {
  const nameOf: NameOf = (field, id) => names[`${field}:${id}`];
  const teller = tellers.get(entry.kind);
  if (teller) return teller.tell(entry, nameOf);
  const plain = plainSummaries[entry.action];
  if (plain) return { summary: plain, lines: [] };
  if (entry.action === 'activity') return { summary: `logged ${activityOf(entry.changes)}`, lines: outcomeOf(entry.changes) };
  if (entry.action === 'activity_undone') return { summary: `took back ${activityOf(entry.changes)} that was logged`, lines: [] };
  const changes = entry.changes.filter(isShown);
  const { owner_id, pool_id, ...rest } = Object.fromEntries(changes.map((change) => [change.field, change]));
  const handed = owner_id || pool_id ? holderChange(owner_id, pool_id, nameOf) : undefined;
  const others = Object.values(rest);
  const lines = [...(handed ? [`Owner or pool: ${handed.join(' → ')}`] : []), ...others.map((change) => asLine(change, nameOf))];
  if (entry.action === 'import_undone') return { summary: 'took the import back', lines };
  if (entry.action === 'undone') return { summary: 'undid a change of many contacts', lines };
  if (entry.action === 'merged') return { summary: `merged ${namesOf(entry.merge?.contacts ?? [])} into this contact`, lines };
  if (entry.action === 'unmerged') return { summary: 'undid a merge', lines };
  if (entry.action === 'opened') return { summary: 'opened the contact for the first time', lines: [] };
  if (lines.length === 0)
    return { summary: entry.action === 'updated' ? 'saved the contact' : entry.action.replaceAll('_', ' '), lines };
  if (lines.length > 1) return { summary: `changed ${lines.length} fields`, lines };
  const isTaken = entry.actor !== null && owner_id?.after === entry.actor.id;
  if (handed && isTaken) return { summary: `took the contact over from ${handed[0]}`, lines: [] };
  if (handed) return { summary: `handed the contact from ${handed.join(' to ')}`, lines: [] };
  const note = rest.note?.after;
  return {
    summary: others.map((change) => asSentence(change, nameOf)).join(),
    lines: typeof note === 'string' && note ? [clipped(note)] : [],
  };
}

export interface EarlierValue {
  /** As the server names it. */
  field: string;
  label: string;
  now: string;
  earlier: string;
}

/** Earlier values that a change can restore, beside the contact's current ones. Owner and pool are one field. */
export function earlierValues({ changes }: TimelineEntry, contact: Contact, names: Record<string, string>): EarlierValue[] {
  const nameOf: NameOf = (field, id) => names[`${field}:${id}`];
  const restorable = changes.filter(({ restorable }) => restorable).filter(isShown);
  const [owner, pool] = ['owner_id', 'pool_id'].map((field) => changes.find((change) => change.field === field));
  const holder = restorable.find(({ field }) => field === 'owner_id' || field === 'pool_id');
  const fields = restorable.filter(({ field }) => field !== 'owner_id' && field !== 'pool_id');
  return [
    ...(holder
      ? [
          {
            field: holder.field,
            label: 'Owner or pool',
            now: contact.pool ? `the pool ${contact.pool.name}` : (contact.owner?.name ?? 'nobody'),
            earlier: holderChange(owner, pool, nameOf)[0],
          },
        ]
      : []),
    ...fields.map(({ field, before }) => {
      const known = fieldOf(field, nameOf);
      const inWords = (value: unknown) =>
        known.control === 'check' ? (value ? 'Yes' : 'No') : clipped(valueWords(known, value, nameOf));
      return { field, label: known.label, now: inWords(valueNow(contact, field)), earlier: inWords(before) };
    }),
  ];
}

function valueNow(contact: Contact, field: string): unknown {
  const [kind, id = ''] = field.split(':');
  return kind === 'custom' ? contact.custom_fields[id] : contact[field as keyof Contact];
}

const plainSummaries: Record<string, string> = {
  created: 'added the contact',
  imported: 'imported the contact',
  noted: 'added a note',
  note_edited: 'edited a note',
  note_deleted: 'removed a note',
  note_pinned: 'pinned a note',
  note_unpinned: 'took a note off the top',
  prescriptions_changed: 'changed the prescriptions',
  deleted: 'deleted the contact',
  restored: 'restored the contact',
};

/** Two columns follow from the lists of phones and e-mails; the summary says what became of a deleted contact. */
const isShown = ({ field }: Change) =>
  !['phone', 'email', 'deleted_at', 'merged_into', 'last_activity_type', 'last_activity_at', 'kind_by_policies'].includes(field);

const namesOf = (people: readonly { name: string }[]) =>
  people.length === 0 ? 'a contact' : people.map(({ name }) => name || 'a contact without a name').join(', ');

const activityOf = (changes: readonly Change[]) =>
  activityWords[changes.find(({ field }) => field === 'activity')?.after as keyof typeof activityWords] ?? 'an activity';

const outcomeOf = (changes: readonly Change[]) => {
  const outcome = changes.find(({ field }) => field === 'outcome')?.after;
  return typeof outcome === 'string' ? [activityOutcomeWords[outcome as keyof typeof activityOutcomeWords] ?? outcome] : [];
};

function holderChange(owner: Change | undefined, pool: Change | undefined, nameOf: NameOf): [from: string, to: string] {
  const at = (side: 'before' | 'after') =>
    called('pool_id', pool?.[side], nameOf, 'the pool ') ?? called('owner_id', owner?.[side], nameOf) ?? 'nobody';
  return [at('before'), at('after')];
}

const called = (field: string, id: unknown, nameOf: NameOf, before = '') =>
  typeof id === 'number' ? before + (nameOf(field, id) ?? 'a former user') : undefined;

function asSentence(change: Change, nameOf: NameOf): string {
  const { label, before, after } = shown(change, nameOf);
  if (change.field === 'tags') {
    const { added, removed } = tagChange(change, nameOf);
    return [added && `added the ${added}`, removed && `removed the ${removed}`].filter(Boolean).join(' and ');
  }
  if (change.field === 'note') return after ? 'rewrote the standing note' : 'cleared the standing note';
  if (fieldOf(change.field, nameOf).control === 'check') return `${change.after ? 'set' : 'lifted'} “${label}”`;
  const name = inSentence(label);
  if (isSealed(change)) return `${sealedVerb(before, after)} the ${name}`;
  if (!before) return `set ${name} to ${after}`;
  return after ? `changed ${name} from ${before} to ${after}` : `cleared ${name} (was ${before})`;
}

function asLine(change: Change, nameOf: NameOf): string {
  const { label, before, after } = shown(change, nameOf);
  if (change.field === 'tags') {
    const { added, removed } = tagChange(change, nameOf);
    return `Tags: ${[added && `added ${added}`, removed && `removed ${removed}`].filter(Boolean).join(', ')}`;
  }
  if (isSealed(change)) return `${label}: ${sealedVerb(before, after)}`;
  return before ? `${label}: ${before} → ${after || 'empty'}` : `${label}: ${after}`;
}

function shown({ field, before, after }: Change, nameOf: NameOf) {
  const known = fieldOf(field, nameOf);
  const inWords = (value: unknown) =>
    clipped(valueWords(known, typeof value === 'boolean' && !value && known.control === 'check' ? null : value, nameOf));
  return { label: known.label, before: inWords(before), after: inWords(after) };
}

function fieldOf(field: string, nameOf: NameOf): FieldWords {
  const known = fieldAt(field);
  if (known) return known;
  const [kind, id] = field.split(':');
  if (kind === 'custom') return { path: field, label: nameOf('custom', Number(id)) ?? 'A deleted field', control: 'line' };
  return { path: field, label: sentenceCase(field.replaceAll('_', ' ')), control: 'line' };
}

function tagChange({ before, after }: Change, nameOf: NameOf) {
  const [old, now] = [idsOf(before), idsOf(after)];
  const words = (ids: number[]) =>
    ids.length === 0
      ? ''
      : `${ids.length === 1 ? 'tag' : 'tags'} ${ids.map((id) => nameOf('tags', id) ?? 'that is gone').join(', ')}`;
  return { added: words(now.filter((id) => !old.includes(id))), removed: words(old.filter((id) => !now.includes(id))) };
}

const idsOf = (value: unknown): number[] => (Array.isArray(value) ? value.filter((id) => typeof id === 'number') : []);
const sealedVerb = (before: string, after: string) => (after ? (before ? 'replaced' : 'added') : 'removed');
const isSealed = ({ before, after }: Change) => before === sealedValue || after === sealedValue;
const inSentence = (label: string) => (label.startsWith('Medicare') ? label : label.charAt(0).toLowerCase() + label.slice(1));
const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const clipped = (text: string) => (text.length > 160 ? `${text.slice(0, 160)}…` : text);
