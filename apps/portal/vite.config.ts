import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildManifest } from './build/build-manifest.ts';
import { compressFiles } from './build/compress-files.ts';
import { hashBeforePaint } from './build/hash-before-paint.ts';
import { preloadFont } from './build/preload-font.ts';
import { preloadHints } from './build/preload-hints.ts';

export default defineConfig({
  plugins: [react(), tailwindcss(), hashBeforePaint(), buildManifest(), preloadFont(), preloadHints(), compressFiles()],
  server: { host: '127.0.0.1', port: 9000, strictPort: true },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The login page, the portal and its first page are one chunk each, with all that they import. By default they share some
        // forty small chunks with other pages, whose requests and separate compression take a second on a weak connection.
        codeSplitting: {
          groups: [
            { name: 'login', tags: ['$initial'], priority: 3 },
            { name: 'portal', test: /start-portal\.tsx$/, priority: 2 },
            { name: 'workspaces', test: /workspaces\.page\.tsx$/, priority: 1 },
            // Fetched on every page when the browser is idle. Menus and the command palette use parts of it.
            { name: 'modal', test: /modal-popup\.tsx$/, priority: 0 },
          ],
        },
      },
    },
  },
});
