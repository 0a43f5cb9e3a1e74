// How an area of the web app declares itself, in `<area>.area.ts`. The router, the navigation, the palette, the cable and the shell read it.
import type { Icon } from '@tabler/icons-react';
import type { AnyRoute } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { Update } from '#contract/cable.ts';
import type { Permission } from '#contract/permissions.ts';

interface Target<To> {
  to: To;
  label: string;
  permission: Permission;
}

/** In the main navigation, in the palette, and behind `g …`. */
export interface Place<To = string> extends Target<To> {
  icon: Icon;
  /** The second key after `g`. */
  key?: string;
  /** Among the others, rising. */
  order: number;
}

export const adminGroups = ['Contacts', 'Company', 'System'] as const;

/** In the navigation of Admin, in the palette, and behind `g …`; the areas' order, then as listed. */
export interface AdminPlace<To = string> extends Target<To> {
  group: (typeof adminGroups)[number];
  key?: string;
  /** How many wait there; none shown for 0. Called where the navigation is on screen. */
  useBadge?: () => number | undefined;
}

/** In the palette, on every page. */
export type Command<To = string> = Target<To>;

/** Above every page of the signed-in user: a dialog, or work that is followed out of sight. Loaded once `useShown` says so. */
export interface Overlay {
  useShown: () => boolean;
  load: () => Promise<ComponentType>;
}

/** What the area does when the cable says that something changed, whichever page is open. */
export type Reactions = { [Event in Update['event']]?: (update: Extract<Update, { event: Event }>) => void };

type Many = readonly AnyRoute[];
type Address<Routes extends Many> = Routes[number]['fullPath'];

interface Declared<InShell extends Many, InAdmin extends Many, Public extends Many> {
  /** Children of `shellRoute`. */
  routes?: InShell;
  /** Children of `adminRoute`. */
  adminRoutes?: InAdmin;
  /** Children of `rootRoute`: outside of the frame. */
  publicRoutes?: Public;
  places?: readonly Place<Address<InShell>>[];
  adminPlaces?: readonly AdminPlace<Address<InAdmin>>[];
  commands?: readonly Command<Address<InShell>>[];
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
  overlays: [],
  onUpdate: {},
};

export const area = <const InShell extends Many = [], const InAdmin extends Many = [], const Public extends Many = []>(
  declared: Declared<InShell, InAdmin, Public>,
) => ({ ...nothing, ...declared }) as unknown as Required<Declared<InShell, InAdmin, Public>>;

/** As the shell knows it: its routes are the router's. */
export type Area = Omit<Required<Declared<Many, Many, Many>>, 'routes' | 'adminRoutes' | 'publicRoutes'>;
