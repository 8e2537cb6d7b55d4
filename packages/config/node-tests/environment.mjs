import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

const { console, process } = globalThis;
const { exit } = process;
/** What listens to a test file as it runs; Jest looks for it here. */
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
    Object.assign(globalThis, { console });
    Object.assign(process, { exit });
    delete globalThis[listeners];
  }
}
