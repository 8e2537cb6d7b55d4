import { jest } from '@jest/globals';
import type { Stack } from '../src/stack/stack.ts';
import { StartError } from '../src/stack/start-error.ts';
import { start } from '../src/start.ts';

const options = { root: '/portal', watch: false, verbose: false, demo: false };
let errors: string[];

beforeEach(() => {
  errors = [];
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => errors.push(String(text)) > 0);
});
afterEach(() => {
  jest.restoreAllMocks();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(name);
});

const interrupt = () => void process.emit('SIGINT');
const runningStack = (parts: Partial<Stack>): Stack => ({
  failed: new Promise<never>(() => undefined),
  stop: () => Promise.resolve(),
  kill: () => undefined,
  ...parts,
});

describe('a start', () => {
  it('succeeds if a signal stops it', async () => {
    const code = await start(options, (_settings, _progress, signal) => {
      interrupt();
      signal.throwIfAborted();
      return Promise.resolve(runningStack({}));
    });
    expect([code, errors]).toEqual([0, []]);
  });

  it('succeeds if a signal stops the stack', async () => {
    setImmediate(interrupt);
    expect([await start(options, () => Promise.resolve(runningStack({}))), errors]).toEqual([0, []]);
  });

  it('reports a service that died, even if a signal arrives while the others stop', async () => {
    const died = new StartError('The auth API exited with code 1.');
    const stop = () => {
      interrupt();
      return Promise.resolve();
    };
    const code = await start(options, () => Promise.resolve(runningStack({ failed: Promise.reject(died), stop })));
    expect([code, errors.join('')]).toEqual([1, '\nThe auth API exited with code 1.\n']);
  });

  it('does not hide that the stack could not be stopped', async () => {
    setImmediate(interrupt);
    const stop = () => Promise.reject(new Error('The process cannot be killed.'));
    await expect(start(options, () => Promise.resolve(runningStack({ stop })))).rejects.toThrow('cannot be killed');
  });
});
