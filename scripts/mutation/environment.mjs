import { TestEnvironment } from 'jest-environment-node';

/** State that the test runner and the environment share: Jest runs the tests in the process of Stryker's worker. */
export const run = { file: '', failed: false, stopsAtFailure: false };

/** The id of a test; an empty name stands for the hooks of a file and the code between its tests. */
export const testId = (file, name) => `${file}\n${name}`;
export const hooksOf = (file) => testId(file, '');

/** Gives Stryker's context to a test file, and skips the rest of the file after a failure. */
export default class MutationEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.__stryker__ = globalThis.__stryker__ ??= {};
  }

  async handleTestEvent({ name, test }) {
    const context = globalThis.__stryker__;
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
