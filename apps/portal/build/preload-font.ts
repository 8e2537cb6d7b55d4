import type { Plugin } from 'vite';

/** The Latin subset of Inter, which every page uses. */
const latinFont = /inter-latin-wght-normal[^/]*\.woff2$/;

/** Preloads the font, which the browser would otherwise fetch only after the style sheet. */
export function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const font = Object.keys(bundle ?? {}).find((name) => latinFont.test(name));
        if (font === undefined) throw new Error('The build has no font to preload');
        // Browsers fetch fonts in CORS mode. Without `crossorigin` the font would load twice.
        const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: true };
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}
