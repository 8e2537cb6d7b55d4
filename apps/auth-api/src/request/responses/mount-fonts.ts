import { createRequire } from 'node:module';
import type { Router } from 'express';
import { contextOf } from '../call/request-context.ts';

const packages = createRequire(import.meta.url);
const files = {
  'inter.woff2': '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  'jetbrains-mono.woff2': '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
};

/** Serves the fonts of the API's HTML pages. They are not calls: they need no login, and respond with a file that never changes. */
export function mountFonts(router: Router): void {
  for (const [name, file] of Object.entries(files)) {
    const path = `/fonts/${name}`;
    router.get(path, (_req, res) => {
      contextOf(res).setRoute(path);
      // The reference is sandboxed, so its fonts come from another origin.
      res.removeHeader('Access-Control-Allow-Credentials');
      res.set({ 'Cache-Control': 'public, max-age=2592000', 'Access-Control-Allow-Origin': '*' });
      res.sendFile(packages.resolve(file), { dotfiles: 'allow' });
    });
  }
}
