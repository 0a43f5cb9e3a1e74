// What an area of the web app declares in `<area>.area.ts`. Router, navigation, palette, cable and shell read it.
import type { Icon } from '@tabler/icons-react';
import type { AnyRoute } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { Update } from '#contract/cable.ts';
import type { Feature } from '#contract/features.ts';
import type { Permission } from '#contract/permissions.ts';

interface Target<To> {
  to: To;
  label: string;
  permission: Permission;
  /** Only where this feature is on for the user. */
  feature?: Feature;
}

/** In the main navigation, in the palette, and as a `g …` shortcut. */
export interface Place<To = string> extends Target<To> {
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
export interface AdminPlace<To = string> extends Target<To> {
  group: (typeof adminGroups)[number];
  key?: string;
  /** How many items wait there; 0 shows none. Called while the navigation is on screen. */
  useBadge?: () => number | undefined;
}

/** In the palette, on every page. */
export type Command<To = string> = Target<To>;

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

/** What the area does when the cable reports a change, on any page. */
export type Reactions = { [Event in Update['event']]?: (update: Extract<Update, { event: Event }>) => void };

type Many = readonly AnyRoute[];
type Address<Routes extends Many> = Routes[number]['fullPath'];

interface Declared<InShell extends Many, InAdmin extends Many, Public extends Many> {
  /** Children of `shellRoute`. */
  routes?: InShell;
  /** Children of `adminRoute`. */
  adminRoutes?: InAdmin;
  /** Children of `rootRoute`: outside the frame. */
  publicRoutes?: Public;
  places?: readonly Place<Address<InShell>>[];
  adminPlaces?: readonly AdminPlace<Address<InAdmin>>[];
  commands?: readonly Command<Address<InShell>>[];
  entries?: readonly Entries[];
  overlays?: readonly Overlay[];
  onUpdate?: Reactions;
}

const nothing = {
  routes: [],
  adminRoutes: [],
  publicRoutes: [],
  places: [],
  adminPlaces: [],
  commands: [],
  entries: [],
  overlays: [],
  onUpdate: {},
};

export const area = <const InShell extends Many = [], const InAdmin extends Many = [], const Public extends Many = []>(
  declared: Declared<InShell, InAdmin, Public>,
) => ({ ...nothing, ...declared }) as unknown as Required<Declared<InShell, InAdmin, Public>>;

/** The area without its routes, which belong to the router. */
export type Area = Omit<Required<Declared<Many, Many, Many>>, 'routes' | 'adminRoutes' | 'publicRoutes'>;
