import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildManifest } from './build/build-manifest.ts';

export default defineConfig({
  plugins: [react(), tailwindcss(), buildManifest()],
  server: { host: '127.0.0.1', port: 9000, strictPort: true },
  build: {
    target: 'es2023',
    // Which chunk holds which module: read by the check of the weight, not served.
    manifest: '.vite/chunks.json',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
