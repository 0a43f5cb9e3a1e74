// The kinds of calendar events with their colours, and the limits of an event. No schemas: the browser uses this as it is.
import type { tagColors } from './lookups.ts';

type Color = (typeof tagColors)[number];

/** The colour that an event has until it gets one of its own. */
export const eventTypeColors = {
  appointment: 'blue',
  call: 'green',
  meeting: 'indigo',
  follow_up: 'orange',
  renewal: 'teal',
  birthday: 'pink',
  training: 'purple',
  personal: 'gray',
  other: 'yellow',
} as const satisfies Record<string, Color>;
export type EventType = keyof typeof eventTypeColors;
export const eventTypes = Object.keys(eventTypeColors) as [EventType, ...EventType[]];

/** Which of a repeating event a change is for: one occurrence, it and all later ones, or all. */
export const eventScopes = ['this', 'following', 'all'] as const;
export type EventScope = (typeof eventScopes)[number];

/** The first day of a week on screen. */
export const weekStarts = ['sunday', 'monday'] as const;
export type WeekStart = (typeof weekStarts)[number];

export const eventLimits = {
  /** Days from the first to the last of one event, and of one list. */
  days: 31,
  listDays: 400,
  /** Reminders of one event. */
  reminders: 5,
  /** Minutes before the start: four weeks. An all-day event starts at midnight: -540 reminds at 9 that morning. */
  reminderMost: 40_320,
  reminderLeast: -1_440,
  /** Occurrences of one repeating event that were changed or removed. */
  exceptions: 500,
  /** How many days ahead a repeating event is in the lists. */
  aheadDays: 400,
  /** How many days back it is in them: ten years. */
  behindDays: 3_660,
};
