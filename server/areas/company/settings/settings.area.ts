import { area } from '#kernel/area.ts';
import type { Setting } from '#kernel/settings.ts';
import { companySettings } from './settings.company.ts';
import { fileKind } from './settings.queries.ts';
import { settingRoutes } from './settings.routes.ts';

/** `others`: the settings of all areas. */
export const settingArea = (others: Setting[]) =>
  area({
    name: 'settings',
    routes: settingRoutes([...companySettings, ...others]),
    settings: companySettings,
    fileKinds: { [fileKind]: 'files' },
  });
