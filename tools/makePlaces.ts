// Prints the SQL rows of `places`: the states and zones of every US area code, ZIP code and state. A migration holds what it printed;
// `node tools/makePlaces.ts` makes the rows of the next one. Zones that keep the same time are one zone.
import { createRequire } from 'node:module';
import { states } from '#contract/lookups.ts';
import { areaCodes } from './areaCodes.ts';

interface Zip {
  zip: string;
  latitude: number;
  longitude: number;
  state: string;
  country: string;
}

const require = createRequire(import.meta.url);
const zips = Object.values((require('zipcodes') as { codes: Record<string, Zip> }).codes);
const zoneAt = require('@photostructure/tz-lookup') as (latitude: number, longitude: number) => string;

const eastern = 'America/New_York';
const central = 'America/Chicago';
const mountain = 'America/Denver';
const pacific = 'America/Los_Angeles';
const alaska = 'America/Anchorage';
/** Places at a border lie, by their coordinates, in the neighbour's zone: it keeps the time of the one given here. */
const sameAs: Record<string, string> = {
  'America/Detroit': eastern, 'America/Toronto': eastern, 'America/Kentucky/Louisville': eastern, 'America/Moncton': eastern,
  'America/Kentucky/Monticello': eastern, 'America/Indiana/Indianapolis': eastern, 'America/Indiana/Marengo': eastern,
  'America/Indiana/Winamac': eastern, 'America/Indiana/Vincennes': eastern, 'America/Indiana/Petersburg': eastern,
  'America/Indiana/Knox': central, 'America/Indiana/Tell_City': central, 'America/Menominee': central, 'America/Winnipeg': central,
  'America/North_Dakota/Beulah': central, 'America/North_Dakota/New_Salem': central, 'America/Matamoros': central,
  'America/Monterrey': central, 'America/Boise': mountain, 'America/Edmonton': mountain, 'America/Regina': mountain,
  'America/Swift_Current': mountain, 'America/Ciudad_Juarez': mountain, 'America/Tijuana': pacific, 'America/Creston': pacific,
  'America/Vancouver': pacific, 'America/Hermosillo': 'America/Phoenix', 'America/Nome': alaska, 'America/Juneau': alaska,
  'America/Sitka': alaska, 'America/Yakutat': alaska, 'Asia/Anadyr': alaska, 'America/St_Thomas': 'America/Puerto_Rico',
  'Pacific/Saipan': 'Pacific/Guam',
}; // biome-ignore format: pairs read in columns
const known = new Set([...Object.values(sameAs), eastern, 'America/Adak', 'Pacific/Honolulu']);
const share = 0.008;
const sum = (counts: Iterable<number>) => [...counts].reduce((all, count) => all + count, 0);
const territories = ['PR', 'VI', 'GU', 'MP'];

const ofState = new Map<string, Map<string, number>>();
const ofPrefix = new Map<string, { zip: string; state: string; zone: string }[]>();
for (const { zip, latitude, longitude, state, country } of zips) {
  const found = zoneAt(latitude, longitude);
  const zone = sameAs[found] ?? found;
  if (country !== 'US' || !known.has(zone) || !(state in states || territories.includes(state))) continue;
  const zones = ofState.get(state) ?? new Map<string, number>();
  ofState.set(state, zones.set(zone, (zones.get(zone) ?? 0) + 1));
  const prefix = zip.slice(0, 3);
  ofPrefix.set(prefix, [...(ofPrefix.get(prefix) ?? []), { zip, state, zone }]);
}

/** By kind, states and zones, the codes that lie there. */
const groups = new Map<string, string[]>();
const put = (kind: string, code: string, inStates: string[], zones: string[]) => {
  const key = [kind, ...[inStates, zones].map((list) => [...new Set(list)].sort().join(' '))]
    .map((text) => `'${text}'`)
    .join(', ');
  groups.set(key, [...(groups.get(key) ?? []), code]);
};

for (const [codes, state, zones] of areaCodes) for (const code of codes.split(' ')) put('area', code, [state], zones.split(' '));
// A zone with hardly any ZIP code of a state is a coordinate beside its border.
for (const [state, zones] of ofState) {
  const all = [...zones].filter(([, count]) => count > share * sum(zones.values()));
  put(
    'state',
    state,
    [state],
    all.map(([zone]) => zone),
  );
}
for (const [prefix, all] of ofPrefix) {
  const [inStates, zones] = [all.map(({ state }) => state), all.map(({ zone }) => zone)];
  put('zip', prefix, inStates, zones);
  const split = new Set([...inStates, ...zones]).size > 2;
  if (split) for (const { zip, state, zone } of all) put('zip', zip, [state], [zone]);
}

const rows = [...groups].sort().map(([key, codes]) => {
  const lines =
    codes
      .sort()
      .join(' ')
      .match(/.{1,140}(?= |$)/g) ?? [];
  return `  (${key}, '${lines.map((line) => line.trim()).join('\n    ')}')`;
});
console.log(rows.join(',\n'));
