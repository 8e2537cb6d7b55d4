import type { Plugin } from 'vite';

/** Inter's Latin letters, which every page shows: fetched with the style sheet, not after it. */
const latin = /inter-latin-wght-normal[^/]*\.woff2$/;

/** Names the first font in the page, so that the browser fetches it before it finds out that it needs it. */
export function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const font = Object.keys(bundle ?? {}).find((name) => latin.test(name));
        if (font === undefined) throw new Error('The build has no font to preload');
        // Fonts are always fetched as if from elsewhere; without `crossorigin` it would come twice.
        const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: true };
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}
