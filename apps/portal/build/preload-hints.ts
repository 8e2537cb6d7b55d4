import type { Plugin, Rolldown } from 'vite';

/** Adds the chunk that has a module, and all chunks that it imports, to `found`. */
function addChunksOf(module: string, bundle: Rolldown.OutputBundle, found = new Set<string>()): Set<string> {
  const visit = (fileName: string) => {
    const file = bundle[fileName];
    if (found.has(fileName) || file?.type !== 'chunk') return;
    found.add(fileName);
    file.imports.forEach(visit);
  };
  const start = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(module)),
  );
  if (!start) throw new Error(`No chunk has ${module}`);
  visit(start.fileName);
  return found;
}

/**
 * Lists in `<meta>` elements the chunks that `before-paint.js` preloads for all pages but the login page. Without the list
 * the browser would discover them only when the entry chunk runs.
 */
export function preloadHints(): Plugin {
  return {
    name: 'preload-hints',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const listed = addChunksOf('index.html', bundle);
        const hint = (name: string, module: string) => {
          const files = [...addChunksOf(module, bundle, new Set(listed))].slice(listed.size);
          files.forEach((file) => listed.add(file));
          const content = files.map((file) => `/${file}`).join(' ');
          return { tag: 'meta', attrs: { name, content }, injectTo: 'head-prepend' as const };
        };
        return [
          hint('preload-portal', 'app/bootstrap/start-portal.tsx'),
          hint('preload-workspaces', 'workspaces.page.tsx'),
        ];
      },
    },
  };
}
