// Users' own profiles, and the look of the product for them.
import { z } from 'zod';
import { ById, endpoint, Line, Prose, paces } from './kit/endpoint.ts';
import { timezones } from './lookups.ts';
import { Me, MessageAlerts, Theme } from './me.ts';

/** An absent field stays. A client may send the whole profile: fields that users cannot change themselves are ignored. */
export const ProfileUpdate = Theme.extend({
  first_name: Line(60).min(1, 'Write the first name'),
  last_name: Line(60).min(1, 'Write the last name'),
  /** A name or its words from contract/titles.ts, the title that they have, or nothing. */
  title: Line(80),
  about_me: Prose(2000),
  timezone: z.enum(timezones),
})
  .extend(MessageAlerts.shape)
  .partial();
export type ProfileUpdate = z.output<typeof ProfileUpdate>;

const own = { permission: 'signed_in', response: Me, rateLimit: paces.edit } as const;

export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/v1/users/update_profile',
  summary: 'Change your name, title, what you say of yourself, time zone and theme; the role stays',
  ...own,
  body: ProfileUpdate,
});
export const updateUserProfile = endpoint({
  method: 'PATCH',
  path: '/v1/users/:id',
  summary: 'The same by your own id; administrators change others at /v1/admin/users',
  ...own,
  params: ById,
  body: ProfileUpdate,
});
export const updateTheme = endpoint({
  method: 'PATCH',
  path: '/v1/users/update_theme',
  summary: 'Change your text size, accent and background, on all your devices',
  ...own,
  ahead: 'password',
  body: Theme.partial(),
});
export const updateTimezone = endpoint({
  method: 'PATCH',
  path: '/v1/users/update_timezone',
  summary: 'Change your time zone',
  ...own,
  body: z.object({ timezone: z.enum(timezones) }),
});
