// Days as whole numbers since 1970, written out once each: a million contacts share a few thousand days.

export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;

export function dayText(day: number): string {
  let text = written.get(day);
  if (text === undefined) {
    text = new Date(day * 86_400_000).toISOString().slice(0, 10);
    written.set(day, text);
  }
  return text;
}
const written = new Map<number, string>();

/** `second` counts from midnight, UTC. */
export function momentText(day: number, second: number): string {
  return `${dayText(day)}T${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}Z`;
}
const two = (value: number) => (value < 10 ? `0${value}` : String(value));

/** The first day of the month a person turns 65 in; of the month before for those born on a 1st. That is when Medicare starts. */
export function medicareStart(birthDate: string): string {
  const year = Number(birthDate.slice(0, 4)) + 65;
  const month = Number(birthDate.slice(5, 7));
  if (!birthDate.endsWith('-01')) return `${year}-${two(month)}-01`;
  return month === 1 ? `${year - 1}-12-01` : `${year}-${two(month - 1)}-01`;
}
