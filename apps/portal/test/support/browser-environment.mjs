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

/** jsdom with browser APIs that it lacks. */
export default class BrowserEnvironment extends TestEnvironment {
  constructor(config, context) {
    // Runs the scripts of a page, as a browser does.
    const { projectConfig } = config;
    const testEnvironmentOptions = { ...projectConfig.testEnvironmentOptions, runScripts: 'dangerously' };
    super({ ...config, projectConfig: { ...projectConfig, testEnvironmentOptions } }, context);
  }

  async setup() {
    await super.setup();
    for (const name of fromNode) this.global[name] = globalThis[name];
    // The page is idle as soon as the current task is done.
    this.global.requestIdleCallback = (task) => this.global.setTimeout(task);
    // jsdom has no layout, so sizes never change.
    this.global.ResizeObserver = class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
    this.global.cancelIdleCallback = (handle) => this.global.clearTimeout(handle);
  }
}
