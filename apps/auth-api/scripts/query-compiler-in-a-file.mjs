import { fileURLToPath } from 'node:url';

/**
 * Prisma has its compiler of queries as text in a module, which would stay in memory beside what is made of it. Here it is
 * a file beside the bundle, read by whoever asks the module's export for its value, as Prisma's `Buffer.from` does.
 */
export const queryCompilerInAFile = {
  name: 'query-compiler-in-a-file',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@prisma\/client\/runtime\/query_compiler/ }, ({ path }) => ({
      path: fileURLToPath(import.meta.resolve(path)),
    }));
    onLoad({ filter: /\.wasm-base64\.mjs$/ }, () => ({ contents: readWhenAsked }));
    onResolve({ filter: /^query-compiler\.wasm$/ }, ({ path, importer }) => ({
      path,
      namespace: 'query-compiler',
      pluginData: importer,
    }));
    onLoad({ filter: /.*/, namespace: 'query-compiler' }, async ({ pluginData }) => {
      const { wasm } = await import(pluginData);
      return { contents: Buffer.from(wasm, 'base64'), loader: 'file' };
    });
  },
};

const readWhenAsked = `
  import { readFileSync } from 'node:fs';
  import file from 'query-compiler.wasm';
  export const wasm = { valueOf: () => readFileSync(new URL(file, import.meta.url)) };
`;
