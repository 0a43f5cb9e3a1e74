import { resealTable } from '#kernel/reseal.ts';

export const resealContacts = resealTable({
  table: 'contacts',
  key: ['id'],
  sealed: ['medicare_number_sealed'],
  blind: { column: 'medicare_number_blind', of: 'medicare_number_sealed' },
});
