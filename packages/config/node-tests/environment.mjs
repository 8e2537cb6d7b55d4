import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

const { exit } = process;
/** What Jest keeps in the global scope about the file that runs, by symbols of these names. */
const ofTheFile = [
  'EVENT_HANDLERS',
  'JEST_STATE_SYMBOL',
  'LOG_ERRORS_BEFORE_RETRY',
  'RETRY_IMMEDIATELY',
  'RETRY_TIMES',
  'TEST_TIMEOUT_SYMBOL',
  'WAIT_BEFORE_RETRY',
];

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

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    // Jest has put its own around it, that tells who ends a worker.
    process.exit = exit;
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
      if (ofTheFile.includes(symbol.description)) delete globalThis[symbol];
    }
  }
}
