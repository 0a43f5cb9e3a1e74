// An area of the web app declares this in `<area>.area.ts` beside its routes. Navigation, palette, cable and
// shell read it; it is loaded with the shell.
import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Feature } from '#contract/features.ts';
import type { Permission } from '#contract/permissions.ts';
import type { Reactions } from './cable.ts';
import type { adminRoutes, shellRoutes } from './routes.ts';

interface Target {
  to: (typeof shellRoutes | typeof adminRoutes)[number]['fullPath'];
  label: string;
  permission: Permission;
  /** Only where this feature is on for the user. */
  feature?: Feature;
}

/** In the main navigation, in the palette, and as a `g …` shortcut. */
export interface Place extends Target {
  /** Without one it stands below the place before it, as a part of that. */
  icon?: Icon;
  /** The second key after `g`. */
  key?: string;
  /** The position, in rising order. */
  order: number;
  /** How many items wait there; 0 shows none. */
  useBadge?: () => number | undefined;
  /** The browser's tab shows the number too. */
  inTitle?: boolean;
}

export const adminGroups = ['Contacts', 'Company', 'System'] as const;

/** In Admin's navigation, in the palette, and as a `g …` shortcut; in the order of areas. */
export interface AdminPlace extends Target {
  group: (typeof adminGroups)[number];
  key?: string;
  /** How many items wait there; 0 shows none. Called while the navigation is on screen. */
  useBadge?: () => number | undefined;
}

/** In the palette, on every page. */
export type Command = Target;

/** More for the palette, under a heading: loaded each time it opens. */
export interface Entries {
  group: string;
  load: () => Promise<readonly PaletteEntry[]>;
}
export interface PaletteEntry {
  label: string;
  to: string;
  search: object;
}

/** Above every page of the signed-in user: a dialog, or background work. Loaded when `useShown` returns true. */
export interface Overlay {
  useShown: () => boolean;
  load: () => Promise<ComponentType>;
}

/** An area's declaration: parts that it leaves out are empty. */
export interface Area {
  places: readonly Place[];
  adminPlaces: readonly AdminPlace[];
  commands: readonly Command[];
  entries: readonly Entries[];
  overlays: readonly Overlay[];
  onUpdate: Reactions;
}

const nothing: Area = { places: [], adminPlaces: [], commands: [], entries: [], overlays: [], onUpdate: {} };

export const area = (declared: Partial<Area>): Area => ({ ...nothing, ...declared });
