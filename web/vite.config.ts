import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { brandPages } from '../tools/brandPages.ts';
import { bundleGroups } from '../tools/bundleGroups.ts';
import { leanStyles } from '../tools/leanStyles.ts';
import { pdfDecoders } from '../tools/pdfDecoders.ts';
import { bareContract } from './bareContract.ts';

/** Chunks that the entry imports. One that is missing here is only named more often. */
const inEntry = ['react', 'rolldown-runtime', 'initial'];

/** The entry names every file, so everyone reads each letter of their names: the others are called by their hash alone. */
const chunkName = (name: string) => (inEntry.includes(name) ? `assets/${name}-[hash:7].js` : 'assets/[hash:7].js');

export default defineConfig({
  root: import.meta.dirname,
  plugins: [bareContract(), bundleGroups(), leanStyles(), react(), preloadFont(), brandPages(), pdfDecoders()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true, // read by tests/webApp.test.ts
    modulePreload: {
      polyfill: false,
      // The entry has loaded these: named again for each screen, they take a kilobyte of it.
      resolveDependencies: (_file, deps, { hostType }) =>
        hostType === 'js' ? deps.filter((dep) => !inEntry.some((name) => dep.startsWith(`assets/${name}-`))) : deps,
    },
    // Older targets would lower light-dark() to variables that nothing defines.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => chunkName(name),
        assetFileNames: ({ names: [name = ''] }) => `assets/${name.replace(/\.[^.]*$/, '').slice(0, 6)}-[hash:7][extname]`,
        // Code that changes only with its own version keeps its name, and its place in browser caches, over our
        // releases. The entry needs one file: spread over fifteen, it named each of them, and held 6 kB more.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'initial', tags: ['$initial'] },
          ],
        },
      },
    },
  },
});

/** The font is asked for with the page, not once the style sheet has been read. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => file.endsWith('.woff2'))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
          injectTo: 'head-prepend' as const,
        })),
  };
}
