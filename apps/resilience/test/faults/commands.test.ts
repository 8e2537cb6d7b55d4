import { runCommand } from '@portal/auth-api/test/support/programs.ts';

/** Programs are named relative to the folder of the API. */
const runFaults = (...args: string[]) => runCommand('../resilience/faults/run-faults.ts', args);

describe('the command for faults', () => {
  it('prints its usage with --help, and rejects unknown options', async () => {
    const [help, wrong] = await Promise.all([runFaults('--help'), runFaults('--dry-run')]);
    expect(help).toEqual({ code: 0, out: expect.stringMatching(/^Usage: /) as string, err: '' });
    expect(wrong).toEqual({ code: 2, out: '', err: `Unknown option '--dry-run'.\n\n${help.out}` });
  });

  it.each([
    [['--only', 'unknown'], 'No scenario matches "unknown".'],
    [['--ha', '--only', 'unknown'], 'No scenario matches "unknown".'],
    [['--ha', '--rounds', 'many'], '--rounds must be a whole number of at least 1.'],
    [['--ha'], 'These faults need --proxy:\n  API machine killed'],
    [['--ha', '--only', 'proxy with', '--allow-skipped'], 'These faults need --proxy:'],
  ])('rejects %j', async (args, reason) => {
    const { code, out, err } = await runFaults(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(reason);
  });
});
