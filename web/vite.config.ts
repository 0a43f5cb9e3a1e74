import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bareContract } from './bareContract.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [bareContract(), react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true, // read by tests/webApp.test.ts
    modulePreload: { polyfill: false },
    // Older targets would lower light-dark() to variables that nothing defines.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      output: {
        // What changes with its version alone keeps its name, and its place in a browser's cache, through our releases.
        codeSplitting: { groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }] },
      },
    },
  },
});
