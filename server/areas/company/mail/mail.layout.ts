// The layout of every mail: takes one description, returns HTML and text. Escapes all values here, in one place.

import type { primaryColors } from '#contract/lookups.ts';

type Color = (typeof primaryColors)[number];

export interface Letter {
  subject: string;
  heading: string;
  paragraphs: string[];
  /** Shown large, for the reader to type in. */
  code?: string;
  facts?: { name: string; value: string }[];
  /** One link to a page of this product, as its path. */
  action?: { label: string; path: `/${string}` };
  /** Below the link. */
  after?: string[];
  /** The reason for the mail: ends the sentence "You get this mail because …". */
  because: string;
}

interface Setting {
  company: string;
  /** The product's name in the company's variant. */
  product: string;
  /** The variant's colour: of the button. */
  color: Color;
  /** Whether the company's logo is attached, as `logoCid`. */
  logo: boolean;
  /** The origin of our pages (kernel/http/links.ts). */
  origin: string;
}

/** Styles stand on the elements: mail programs drop most other CSS. Quiet text has less opacity, which works in dark mode too. */
const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** As buttons on screen have them (web/app/accents.ts): white text is readable on each. */
const shades: Record<Color, string> = {
  blue: '#1063c2',
  teal: '#087671',
  green: '#017b37',
  violet: '#6948c8',
  orange: '#a64302',
};
const quiet = 'opacity:.75';
const hairline = '1px solid #9ca3af55';

export function layOut(
  letter: Letter,
  { company, product, color, logo, origin }: Setting,
): { subject: string; html: string; text: string } {
  const { subject, heading, paragraphs, code, facts = [], action, after = [], because } = letter;
  const link = action && { label: action.label, url: new URL(origin + action.path).href };
  const footer = `You get this mail because ${because}`;
  return {
    subject: oneLine(subject),
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;padding:0;${font};font-size:16px;line-height:1.5">
<div style="max-width:560px;margin:0 auto;padding:32px 24px;overflow-wrap:anywhere">
${logo ? picture(product) : ''}<p style="margin:0 0 24px;font-weight:600;${quiet}">${escaped(company)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escaped(heading)}</h1>
${[
  ...paragraphs.map(paragraph),
  code && `<p style="margin:0 0 16px;font-size:32px;font-weight:600;letter-spacing:6px">${escaped(code)}</p>`,
  facts.length > 0 && table(facts),
  link && button(link, shades[color]),
  ...after.map(paragraph),
]
  .filter(Boolean)
  .join('\n')}
<p style="margin:32px 0 0;padding-top:16px;border-top:${hairline};font-size:13px;${quiet}">${escaped(footer)}<br>${escaped(company)} · ${escaped(product)}</p>
</div>
</body>
</html>
`,
    text: `${[
      heading,
      ...paragraphs,
      code && `    ${code}`,
      facts.map(({ name, value }) => `${oneLine(name)}: ${oneLine(value)}`).join('\n'),
      link && `${link.label}:\n${link.url}`,
      ...after,
      `-- \n${footer}\n${oneLine(company)} · ${product}`,
    ]
      .filter(Boolean)
      .join('\n\n')}\n`,
  };
}

/** The name by which the HTML finds the attached logo. */
export const logoCid = 'logo';

/** Attached, not linked: mail programs hide linked pictures, and a linked one would tell when the mail is read. */
const picture = (product: string) =>
  `<img src="cid:${logoCid}" alt="${escaped(product)}" height="40" style="display:block;height:40px;width:auto;max-width:240px;margin:0 0 16px">\n`;

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escaped(text)}</p>`;

const table = (facts: NonNullable<Letter['facts']>) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse">${facts
    .map(
      ({ name, value }) =>
        `<tr><td style="padding:6px 24px 6px 0;vertical-align:top;${quiet}">${escaped(name)}</td><td style="padding:6px 0">${escaped(value)}</td></tr>`,
    )
    .join('')}</table>`;

/** Shows the address below the button too: some mail programs disable the button. */
const button = ({ label, url }: { label: string; url: string }, shade: string) =>
  `<p style="margin:24px 0 8px"><a href="${escaped(url)}" target="_blank" style="display:inline-block;padding:12px 24px;border-radius:6px;background:${shade};color:#ffffff;font-weight:600;text-decoration:none">${escaped(label)}</a></p>
<p style="margin:0 0 24px;font-size:13px;word-break:break-all;${quiet}">Or open this address: ${escaped(url)}</p>`;

const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
