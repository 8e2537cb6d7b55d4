import type { Plugin } from 'vite';

/**
 * Lets the bundler leave out the router's components that no page uses. It keeps them because it can't tell that making
 * one does nothing else, and because they are given names, which only React's tools for developers show.
 */
export const unusedComponents = (): Plugin => ({
  name: 'unused-components',
  apply: 'build',
  transform: {
    filter: { id: /react-router\/dist\/production\/chunk-/ },
    handler: (code) =>
      code
        .replace(/= (React\d*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1')
        .replace(/^\w+\.displayName = "\w+";$/gm, ''),
  },
});
