// The areas' places for the navigation, the palette and the `g …` keys, as far as the user may enter them.
import { IconSettings } from '@tabler/icons-react';
import type { Me } from '#contract/me.ts';
import { type AdminPlace, adminGroups, type Command, type Place } from './area.ts';
import { areas } from './areas.ts';
import { useMe } from './session.ts';

export const usePlaces = () => placesFor(useMe());

/** A place without its own permission appears if the user may enter one behind it. */
const admin = { to: '/admin', label: 'Admin', icon: IconSettings, key: 'a' } as const;

export function placesFor(me: Me) {
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
