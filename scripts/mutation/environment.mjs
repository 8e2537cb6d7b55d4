import NodeEnvironment from '../../packages/config/node-tests/environment.mjs';

/** What the test runner and this environment tell each other; Jest and Stryker's worker share the process. */
export const run = { file: '', failed: false, stopsAtFailure: false };

/** The id of a test, and of what runs in a file outside its tests. */
export const testId = (file, name) => `${file}\n${name}`;
export const hooksOf = (file) => testId(file, '');

/** Tells Stryker which test reaches which mutant, and skips what is left of a file once a test of it has failed. */
export default class MutationEnvironment extends NodeEnvironment {
  async handleTestEvent({ name, test }) {
    const context = (globalThis.__stryker__ ??= {});
    if (name === 'run_start' || name === 'test_done') context.currentTestId = hooksOf(run.file);
    if (name === 'test_start') {
      context.currentTestId = testId(run.file, nameOf(test));
      if (run.failed && run.stopsAtFailure) test.mode = 'skip';
    }
    if (name === 'test_fn_failure' || name === 'hook_failure') run.failed = true;
    if (name === 'run_finish') context.currentTestId = undefined;
  }
}

function nameOf(test) {
  const names = [];
  for (let block = test; block.parent !== undefined; block = block.parent) names.unshift(block.name);
  return names.join(' ');
}
