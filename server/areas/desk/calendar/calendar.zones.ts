// Time zones as ICS files name them: IANA's names, with or without a prefix, and Windows' names of North America and the most frequent others.
import { canonicalZone } from './calendar.input.ts';

const windowsZones: Record<string, string> = {
  'Eastern Standard Time': 'America/New_York',
  'US Eastern Standard Time': 'America/Indiana/Indianapolis',
  'Central Standard Time': 'America/Chicago',
  'Mountain Standard Time': 'America/Denver',
  'US Mountain Standard Time': 'America/Phoenix',
  'Pacific Standard Time': 'America/Los_Angeles',
  'Alaskan Standard Time': 'America/Anchorage',
  'Aleutian Standard Time': 'America/Adak',
  'Hawaiian Standard Time': 'Pacific/Honolulu',
  'Atlantic Standard Time': 'America/Halifax',
  'SA Western Standard Time': 'America/Puerto_Rico',
  'Newfoundland Standard Time': 'America/St_Johns',
  'Canada Central Standard Time': 'America/Regina',
  'Central Standard Time (Mexico)': 'America/Mexico_City',
  'Pacific Standard Time (Mexico)': 'America/Tijuana',
  'West Pacific Standard Time': 'Pacific/Guam',
  'Samoa Standard Time': 'Pacific/Apia',
  'UTC-11': 'Pacific/Pago_Pago',
  'GMT Standard Time': 'Europe/London',
  'W. Europe Standard Time': 'Europe/Berlin',
  'Romance Standard Time': 'Europe/Paris',
  'Central Europe Standard Time': 'Europe/Budapest',
  'Central European Standard Time': 'Europe/Warsaw',
  'E. Europe Standard Time': 'Europe/Chisinau',
  'FLE Standard Time': 'Europe/Kyiv',
  'India Standard Time': 'Asia/Kolkata',
  'China Standard Time': 'Asia/Shanghai',
  'Tokyo Standard Time': 'Asia/Tokyo',
  'AUS Eastern Standard Time': 'Australia/Sydney',
  UTC: 'UTC',
  'Etc/UTC': 'UTC',
  GMT: 'UTC',
};

/** Null for a name that nobody knows: its times are never read as UTC. */
export function zoneNamed(name: string): string | null {
  const given = name.trim().replace(/^"|"$/g, '');
  if (Object.hasOwn(windowsZones, given)) return windowsZones[given] ?? null;
  const parts = given.split('/').filter(Boolean).slice(-3);
  for (let from = 0; from < parts.length - 1; from++) {
    const candidate = parts.slice(from).join('/');
    if (!/^[A-Za-z_]+\/[A-Za-z0-9_+/-]+$/.test(candidate)) continue;
    try {
      return canonicalZone(candidate);
    } catch {} // not this one: a prefix may stand before the name
  }
  return null;
}
