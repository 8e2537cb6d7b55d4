import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';

register('./typescript.mjs', import.meta.url);
const require = createRequire(import.meta.url);

const timesRun = new Map();

/** Node loads an address once: a file that runs again in the same process needs another one. */
function addressOf(file) {
  const address = pathToFileURL(file);
  const times = timesRun.get(file) ?? 0;
  timesRun.set(file, times + 1);
  if (times > 0) address.search = `run=${times + 1}`;
  return address.href;
}

/**
 * Jest's own runner, but it is Node that loads what a file imports: once for all files that a worker runs, where Jest would
 * load and compile it anew for each (`docs/decisions/0021-tests-share-modules.md`).
 */
export default function runTests(globalConfig, config, environment, runtime, testPath, tell) {
  runtime.unstable_shouldLoadAsEsm = () => true;
  runtime.unstable_importModule = (file) => import(addressOf(file));
  // The part of the runner that is about one file.
  runtime.requireInternalModule = (file) => {
    delete require.cache[file];
    return require(file);
  };
  environment.global.jest = runtime.jestGlobals.jestObjectFor(testPath);
  return circus.default(globalConfig, config, environment, runtime, testPath, tell);
}
