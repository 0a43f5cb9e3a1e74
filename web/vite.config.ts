import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bareContract } from './bareContract.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [bareContract(), react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Older targets would lower light-dark() to variables that nothing defines.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
});
