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

const libraries = /node_modules\/(?:react|react-dom|scheduler|zod)\/|rolldown\/runtime|vite\/preload-helper/;
const framework =
  /node_modules\/(?:react-router|@reduxjs|@standard-schema|react-redux|immer|reselect|redux|use-sync-external-store\/(?!.*shim))|src\/api\/(?:portal|session|workspaces|subscription|change-rows|show-at-once|load-again|list-in|waiting-invitations)[-.]|contract\/src\/(?:workspaces\/workspaces|pages|members\/members\.(?:rules|schemas)|billing\/(?:subscription|billing\.rules))|src\/http\//;
const portal =
  /portal\/src\/(?:features\/session\/login-attempt|app\/(?!account-|fresh-|late-|logged-in|mobile-|session-end|slow-|someone-|version)|navigation\/(?:come-back|history|other-tabs|shared-storage|tab-storage|login-redirect|link|focus-heading|own-path|page-subject)|api\/(?:feature-flags|email-checks)|requests\/(?:ask|changes|failure)-|payments\/perhaps)|contract\/src\/(?:feature-flags|users\/users\.rules)|ui\/src\/(?:layout\/page-title|feedback\/(?:skeleton\.|empty-state|badge)|identity\/(?:initials|hue|avatar)|overlay\/menu\.|search-box|filter|focus\/pass|text\/visually)/;

/** What the first page of all imports. */
const alwaysThere = /assets\/(?:rolldown-runtime|libraries|index)-/;

export default defineConfig(({ command }) => ({
  ...(command === 'build' ? lighterParts : {}),
  plugins: [react(), tailwindcss(), buildManifest(), preloadFont(), hintPortal(), unusedComponents(), lightCalls()],
  server: { host: '127.0.0.1', port: 9000, strictPort: true },
  build: {
    target: 'es2023',
    modulePreload: {
      polyfill: false,
      // Each list of what a page needs would name again what is there before any page.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((file) => !alwaysThere.test(file)),
    },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // What every screen needs, the first one too: few files compress better than many, and what others wrote
            // stays in the browser while ours changes.
            { name: 'libraries', test: libraries },
            { name: 'index', tags: ['$initial'] },
            // What every page but the login needs, likewise.
            // The second imports the first, and nothing goes to the first that imports the second.
            { name: 'framework', test: framework },
            { name: 'portal', test: portal },
          ],
        },
      },
    },
  },
}));
