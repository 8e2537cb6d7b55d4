import { TestEnvironment } from 'jest-environment-jsdom';

const fromNode = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'FormData',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'TextEncoder',
  'TextDecoder',
  'AbortController',
  'AbortSignal',
  'BroadcastChannel',
  'structuredClone',
  'MessagePort',
];

/** jsdom, and what browsers have beyond it. */
export default class BrowserEnvironment extends TestEnvironment {
  constructor(config, context) {
    // Scripts that a page holds are run, as in a browser.
    const { projectConfig } = config;
    const testEnvironmentOptions = { ...projectConfig.testEnvironmentOptions, runScripts: 'dangerously' };
    super({ ...config, projectConfig: { ...projectConfig, testEnvironmentOptions } }, context);
  }

  async setup() {
    await super.setup();
    for (const name of fromNode) this.global[name] = globalThis[name];
    // A page at rest: it has nothing better to do as soon as what is under way has had its turn.
    this.global.requestIdleCallback = (task) => this.global.setTimeout(task);
    // Nothing is laid out here, so no size ever changes.
    this.global.ResizeObserver = class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
    this.global.cancelIdleCallback = (handle) => this.global.clearTimeout(handle);
  }
}
