import { area } from '#kernel/area.ts';
import { doneBy, ofContact, ofUser } from '#kernel/attached.ts';

export const phoneNumberArea = area({
  name: 'phoneNumbers',
  attached: [
    ofContact('contact_numbers', 'contact_id', { merge: 'keep', undo: 'drop', restore: 'stays', purge: 'drop', export: false }),
    // Without a successor, the nightly job gives it to the company.
    ofUser('phone_numbers', 'user_id', { handOver: 'move', purge: 'anonymize', export: true }),
    ...doneBy('phone_numbers', 'payer_id'),
  ],
});
