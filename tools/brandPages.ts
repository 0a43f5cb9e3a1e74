// The page under the name, mark and colour of each variant (contract/variants.ts): index.agency.html, icon.agency.svg …
// The server sends the one of its installation; after sign-in the app goes by the user's own company.
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { type Variant, variants } from '../contract/lookups.ts';
import { variantDefinitions } from '../contract/variants.ts';
import { accents } from '../web/app/accents.ts';

const icon = readFileSync(new URL('../web/public/icon.svg', import.meta.url), 'utf8');
/** The step of an accent that white stands on (web/app/theme.ts). */
const step = 7;

export const brandPages = (): Plugin => ({
  name: 'brand-pages',
  transformIndexHtml: (html, { server }) =>
    server ? pageOf(html, (process.env.VARIANT || 'standard') as Variant).replace(/icon\.\w+\.svg/, 'icon.svg') : html,
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('the build has no index.html');
      for (const variant of variants) {
        this.emitFile({ type: 'asset', fileName: `index.${variant}.html`, source: pageOf(String(page.source), variant) });
        this.emitFile({ type: 'asset', fileName: `icon.${variant}.svg`, source: iconOf(variant) });
      }
      delete bundle['index.html'];
    },
  },
});

function pageOf(html: string, variant: Variant): string {
  const { product, mark, color } = variantDefinitions[variant];
  return html
    .replaceAll('%product%', product)
    .replace('%mark%', mark)
    .replace('%color%', color)
    .replace('/icon.svg', `/icon.${variant}.svg`);
}

/** web/public/icon.svg is the standard variant's. */
function iconOf(variant: Variant): string {
  const from = variantDefinitions.standard;
  const to = variantDefinitions[variant];
  return icon
    .replace(from.product, to.product)
    .replace(from.mark, to.mark)
    .replace(accents[from.color][step] ?? '', accents[to.color][step] ?? '');
}
