// The place of the floating phone: its distance from the right and the lower edge of the window.
import type { Read } from '#app/parsers.ts';

/** CSS pixels. */
export interface Place {
  right: number;
  bottom: number;
}
export interface Size {
  width: number;
  height: number;
}

export const firstPlace: Place = { right: 16, bottom: 16 };
const margin = 8;

export const readPlace: Read<Place> = (said) => {
  const { right, bottom } = (said ?? {}) as Partial<Place>;
  return Number.isFinite(right) && Number.isFinite(bottom) ? { right: Number(right), bottom: Number(bottom) } : undefined;
};

/** The whole phone stays in the window, its upper edge before all others: the phone is moved and closed there. */
export const placeWithin = ({ right, bottom }: Place, phone: Size, window: Size): Place => ({
  right: between(right, window.width - phone.width - margin),
  bottom: between(bottom, window.height - phone.height - margin),
});

const between = (value: number, most: number) => Math.round(Math.min(Math.max(value, margin), Math.max(most, 0)));

/** The same height at the other side. */
export const otherSideOf = (place: Place, phone: Size, window: Size): Place =>
  placeWithin({ ...place, right: window.width - phone.width - place.right }, phone, window);
