import { resealTable } from '#kernel/secrets/reseal.ts';
import { medicareNumber } from './contacts.queries.ts';

const sealed = { medicare_number_sealed: medicareNumber };
const blind = { column: 'medicare_number_blind', of: 'medicare_number_sealed' };

export const resealContacts = resealTable({ table: 'contacts', key: { id: 'bigint' }, sealed, blind });

/** Numbers that an import replaced, kept for its undo. */
export const resealJournal = resealTable({
  table: 'contact_changes',
  key: { contact_id: 'bigint', at: 'timestamptz', id: 'bigint' },
  sealed,
  blind,
});
