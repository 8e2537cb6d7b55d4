import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

const { exit } = process;
/** Where Jest keeps what listens to a test file as it runs. */
const listeners = Symbol.for('EVENT_HANDLERS');

/** Where tests run in Node's own global scope, and no scope is made for each file. */
export default class NodeEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  getVmContext() {
    return null;
  }

  async setup() {
    // Jest finds the lines of what it has compiled itself; of what `tsx` has, Node does, unless somebody else says that he will.
    delete Error.prepareStackTrace;
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    // Jest has put its own around it, that tells who ends a worker.
    process.exit = exit;
    delete globalThis[listeners];
  }
}
