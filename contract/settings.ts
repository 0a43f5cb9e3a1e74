// Settings of the company, as administrators keep them, and the few that anyone may read.
import { z } from 'zod';
import { endpoint, List, Nothing, PathId, paces } from './kit/endpoint.ts';

export const settingKinds = ['text', 'prose', 'number', 'boolean', 'choice', 'file'] as const;

const SettingValue = z.union([z.string(), z.number(), z.boolean()]).nullable();

export const SettingFile = z.object({ name: z.string(), type: z.string(), size: z.int(), url: z.string() });

export const Setting = z
  .object({
    /** Its name, `area.name`: it never changes, and is the id in a path. */
    id: z.string(),
    title: z.string(),
    about: z.string(),
    /** Settings of one group stand together. */
    group: z.string(),
    kind: z.enum(settingKinds),
    unit: z.string().nullable(),
    choices: z.array(z.object({ value: z.string(), label: z.string() })),
    /** Of a file: its name. */
    value: SettingValue,
    default: SettingValue,
    file: SettingFile.nullable(),
    public: z.boolean(),
    /** Null: as it was delivered. */
    updated_at: z.string().nullable(),
  })
  .meta({ id: 'Setting' });
export type Setting = z.output<typeof Setting>;

export const PublicSetting = z
  .object({ name: z.string(), value: SettingValue, file: SettingFile.nullable() })
  .meta({ id: 'PublicSetting' });
export type PublicSetting = z.output<typeof PublicSetting>;

const permission = 'settings.manage';
const ByName = z.object({ id: z.string().regex(/^[a-zA-Z]+\.[a-z_]+$/) });

export const listSettings = endpoint({
  method: 'GET',
  path: '/v1/admin/settings',
  summary: 'The company’s settings, by group',
  permission,
  response: List(Setting),
});
export const getSetting = endpoint({
  method: 'GET',
  path: '/v1/admin/settings/:id',
  summary: 'One setting, by its name',
  permission,
  params: ByName,
  response: Setting,
});
export const updateSetting = endpoint({
  method: 'PATCH',
  path: '/v1/admin/settings/:id',
  summary: 'Change a setting: `value` as text, or a picture as `file`; an empty `value` removes the picture',
  permission,
  oneself: true,
  kind: 'multipart',
  params: ByName,
  body: z.object({ value: z.string().max(5000).optional() }),
  response: Setting,
  errors: ['invalid', 'files.storage_full'],
  rateLimit: paces.edit,
});

const Public = {
  permission: 'public',
  params: z.object({ name: z.string().regex(/^[a-z_]{1,60}$/) }),
  rateLimit: { limit: 600, seconds: 60, by: 'address' },
} as const;
/** Without `company`: the company of the browser's session. `v` changes with the file. */
const OfCompany = z.object({ company: PathId.optional(), v: z.string().max(20).optional() });

export const getPublicSetting = endpoint({
  method: 'GET',
  path: '/v1/settings/:name',
  summary: 'A setting that anyone may read: support_email, support_phone, office_hours, logo',
  ...Public,
  query: OfCompany,
  response: PublicSetting,
  errors: ['not_found'],
});
export const downloadPublicSetting = endpoint({
  method: 'GET',
  path: '/v1/settings/:name/file',
  summary: 'The picture of a setting that anyone may read',
  ...Public,
  kind: 'stream',
  query: OfCompany,
  response: Nothing,
  errors: ['not_found'],
});
