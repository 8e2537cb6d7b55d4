import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { buildManifest } from './build/build-manifest.ts';
import { hintPortal } from './build/hint-portal.ts';
import { lightCalls } from './build/light-calls.ts';
import { preloadFont } from './build/preload-font.ts';
import { unusedComponents } from './build/unused-components.ts';

const routerBuild = (file: string) =>
  fileURLToPath(new URL(`../production/${file}`, import.meta.resolve('react-router')));

const lightGlyph = fileURLToPath(new URL('../../packages/ui/src/icon/light-glyph.ts', import.meta.url));

const lighterParts: UserConfig = {
  resolve: {
    alias: [
      // It has no export condition for its production build; Node resolves its development build.
      { find: /^react-router$/, replacement: routerBuild('index.mjs') },
      { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: lightGlyph },
    ],
  },
};

export default defineConfig(({ command }) => ({
  ...(command === 'build' ? lighterParts : {}),
  plugins: [react(), tailwindcss(), buildManifest(), preloadFont(), hintPortal(), unusedComponents(), lightCalls()],
  server: { host: '127.0.0.1', port: 9000, strictPort: true },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
}));
