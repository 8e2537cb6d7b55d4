/** @waits 60 s */
import { scenarios } from './scenarios.ts';
import { startFaultEnvironment, type FaultEnvironment } from './environment.ts';

// The short mode of `npm run faults`. The full mode runs longer, has stricter limits and prints its measurements.
let environment: FaultEnvironment;
beforeAll(async () => {
  environment = await startFaultEnvironment('short');
}, 60_000);
afterAll(() => environment.close(), 30_000);

describe('faults', () => {
  it.each(scenarios.filter(({ isSlow }) => !isSlow))(
    '$name: $expectation',
    async (scenario) => {
      const earlierBugs = new Set(environment.bugLogs());
      const { requests, violations } = await scenario.run(environment, 'short');
      const bugs = environment.bugLogs().filter((line) => !earlierBugs.has(line));
      expect({ violations, bugs }).toEqual({ violations: [], bugs: [] });
      expect(requests).toBeGreaterThan(5);
    },
    120_000,
  );
});
