import type { Plugin, Rolldown } from 'vite';

/** What a page begins with, all that it imports included. */
function codeOf(module: string, bundle: Rolldown.OutputBundle, found = new Set<string>()): Set<string> {
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
 * Names in the page the code that `before-paint.js` asks for where it is not the login that is shown: else the browser
 * would learn of it only when the first piece runs.
 */
export function hintPortal(): Plugin {
  return {
    name: 'hint-portal',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const known = codeOf('index.html', bundle);
        const hint = (name: string, module: string) => {
          const files = [...codeOf(module, bundle, new Set(known))].slice(known.size);
          files.forEach((file) => known.add(file));
          const content = files.map((file) => `/${file}`).join(' ');
          return { tag: 'meta', attrs: { name, content }, injectTo: 'head-prepend' as const };
        };
        return [
          hint('code-of-portal', 'app/start/start-portal.tsx'),
          hint('code-of-workspaces', 'workspaces.page.tsx'),
        ];
      },
    },
  };
}
