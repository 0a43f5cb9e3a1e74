// The areas' places for the navigation, the palette and the `g …` keys, as far as the user may enter them.
import { IconSettings } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import type { Me } from '#contract/me.ts';
import { type AdminPlace, type Area, adminGroups, type Command, type Place } from './area.ts';
import { useMe } from './session.ts';

/** Every area that the router was made with. */
export const useAreas = (): readonly Area[] => useRouter().options.context.areas;

export const usePlaces = () => placesFor(useMe(), useAreas());

/** A place without its own permission appears if the user may enter one behind it. */
const admin = { to: '/admin', label: 'Admin', icon: IconSettings, key: 'a' } as const;

export function placesFor(me: Me, areas: readonly Area[]) {
  /** None while a step is missing. */
  const open = <T extends Command>(all: readonly T[]) =>
    me.missing ? [] : all.filter(({ permission, feature }) => me.can[permission] && (!feature || me.features[feature]));
  const places: Omit<Place, 'permission' | 'order'>[] = open(areas.flatMap((area) => area.places)).sort(
    (a, b) => a.order - b.order,
  );
  const all: AdminPlace[] = open(areas.flatMap((area) => area.adminPlaces));
  const adminPlaces = adminGroups.flatMap((group) => all.filter((place) => place.group === group));
  return {
    places: adminPlaces.length > 0 ? [...places, admin] : places,
    adminPlaces,
    commands: open(areas.flatMap((area) => area.commands)),
  };
}
