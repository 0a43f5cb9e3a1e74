// Puts the decoders that pdfjs-dist loads by name beside the web app's files.
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Two picture formats of PDFs: the library loads their decoders by name when a file needs them. */
export function pdfDecoders(): Plugin {
  const folder = new URL('../node_modules/pdfjs-dist/', import.meta.url);
  const { version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as { version: string };
  return {
    name: 'pdf-decoders',
    apply: 'build',
    generateBundle() {
      for (const name of ['openjpeg_nowasm_fallback.js', 'jbig2_nowasm_fallback.js'])
        this.emitFile({
          type: 'asset',
          fileName: `assets/pdf-${version}/${name}`,
          source: readFileSync(new URL(`wasm/${name}`, folder)),
        });
    },
  };
}
