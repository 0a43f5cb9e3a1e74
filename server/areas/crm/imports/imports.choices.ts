// Words for one of a few things: yes and no, genders, languages … Null is a word we do not know, never a guess.
import type { genders, languages, maritalStatuses } from '#contract/lookups.ts';

export const parseGender = chooser<(typeof genders)[number]>({
  male: 'm male man boy masculino hombre',
  female: 'f female woman girl femenino mujer',
  other: 'o x other nonbinary non-binary nb diverse',
});

export const parseLanguage = chooser<(typeof languages)[number]>({
  english: 'en eng english inglés ingles',
  spanish: 'es esp spa sp spanish español espanol castellano',
  french: 'fr fra fre french français francais',
  chinese: 'zh chi zho cn chinese mandarin cantonese 中文',
  korean: 'ko kor kr korean 한국어',
  german: 'de deu ger german deutsch',
});

export const parseMaritalStatus = chooser<(typeof maritalStatuses)[number]>({
  single: 's single unmarried never-married nevermarried not-married',
  married: 'm married spouse',
  divorced: 'd divorced',
  widowed: 'w widow widower widowed',
  separated: 'separated legally-separated',
});

/** Other words for the categories that a new company starts with; answers the title. */
export const starterCategoryOf = chooser({
  Medicare:
    'medicare med-supp medsupp medicare-supplement medicare-supp supplement medigap medicare-advantage ma mapd pdp part-d t65 turning-65 medicare-leads',
  Life: 'life life-insurance term term-life whole-life universal-life iul ul vul mortgage-protection mp mortgage',
  Annuity: 'annuity annuities fixed-annuity fia myga',
  Health: 'health health-insurance aca u65 under-65 obamacare marketplace major-medical individual-health',
  'Final expense': 'final-expense final_expense fe fex burial burial-insurance funeral',
  'Long-term care': 'long-term-care long_term_care ltc ltci long-term-care-insurance',
  'Property & casualty':
    'property-casualty property_casualty property-and-casualty p-c p&c pc auto home homeowners auto-home car',
  Other: 'other ancillary dental vision',
});

export const parseFlag = chooser<'yes' | 'no'>({
  yes: 'y yes true t 1 x on ok checked si sí ✓ ✔ 1.0 dnc do-not-call do-not-text do-not-email do-not-mail opted-out opt-out unsubscribed',
  no: 'n no false f 0 off unchecked 0.0 opted-in opt-in subscribed allowed callable',
});

export const parseTobacco = chooser<'yes' | 'no'>({
  yes: 'y yes true t 1 x 1.0 smoker tobacco current currently current-smoker daily user tobacco-user smokes cigarettes cigars vape',
  no: 'n no false f 0 0.0 non nonsmoker non-smoker non-tobacco nontobacco never never-smoked former former-smoker quit non-user non-tobacco-user',
});

/** Titles are the same whatever their case, spaces, hyphens and underscores. */
export const titleKey = (title: string) =>
  title
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();

/** Words of each answer, a hyphen for a space. */
function chooser<Answer extends string>(words: Record<Answer, string>): (text: string) => Answer | null {
  const answers = new Map<string, Answer>();
  for (const [answer, spellings] of Object.entries<string>(words)) {
    for (const spelling of spellings.split(' ')) answers.set(spelling, answer as Answer);
  }
  return (text) => {
    const said = text.toLowerCase().trim();
    const word = said.replace(/[\s/\\&_-]+/g, '-').replace(/^-|-$/g, '');
    // `en-US`, `F (female)`: the first word decides where the whole is not known.
    return answers.get(said) ?? answers.get(word) ?? answers.get(word.split(/-(?=[a-z]{2}$)|-\(/)[0] ?? '') ?? null;
  };
}
