// Settings of the company that belong to no other area.
import { z } from 'zod';
import { normalPhone } from '#contract/kit/formats.ts';
import { ianaZones, timezones, zoneWords } from '#contract/lookups.ts';
import { type Setting, setting } from '#kernel/settings.ts';

const zoneLabels = Object.fromEntries(Object.entries(ianaZones).map(([zone, iana]) => [zone, zoneWords(iana)]));

export const logo = setting('settings.logo', z.int().positive().nullable(), null, {
  title: 'Logo',
  about: 'A picture up to 1 MB (PNG, JPEG, GIF or WebP). It stands above the navigation and, up to 200 KB, in mails.',
  group: 'Company',
  kind: 'file',
  public: true,
});

const timezone = setting('settings.timezone', z.enum(timezones), 'est', {
  title: 'Time zone',
  about: 'Nightly work, such as tidying, runs by this clock.',
  group: 'Company',
  kind: 'choice',
  choices: zoneLabels,
  async also(tx, timezone) {
    await tx.db.updateTable('companies').set({ timezone }).where('company_id', '=', tx.companyId).execute();
  },
});

export const supportEmail = setting(
  'settings.support_email',
  z.union([z.literal(''), z.email('This is not an e-mail address')]),
  '',
  {
    title: 'Support e-mail',
    about: 'Where questions of your people are mailed. It stands on the page Contact us.',
    group: 'Help',
    kind: 'text',
    public: true,
  },
);

const isPhone = (text: string) => text === '' || normalPhone(text) !== '';
const supportPhone = setting('settings.support_phone', z.string().max(40).refine(isPhone, 'This is not a US phone number'), '', {
  title: 'Support phone',
  about: 'The number that your people call for help.',
  group: 'Help',
  kind: 'text',
  public: true,
});

const officeHours = setting('settings.office_hours', z.string().max(500), '', {
  title: 'Office hours',
  about: 'When your people can reach support.',
  group: 'Help',
  kind: 'prose',
  public: true,
});

/** Shown in every marketing e-mail (15 USC 7704) and on invoices. The area compliance declares it: it has the screen. */
export const postalAddress = setting('compliance.postal_address', z.string().trim().max(300), '');

export const companySettings = [logo, timezone, supportEmail, supportPhone, officeHours] as unknown as Setting[];
