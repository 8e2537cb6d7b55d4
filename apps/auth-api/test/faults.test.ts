/** @waits 60 s */
import { scenarios } from './faults/scenarios.ts';
import { setStage, type Stage } from './faults/stage.ts';

// The short form of `npm run faults`, which takes longer over each, is stricter, and prints what it measured.
let stage: Stage;
beforeAll(async () => {
  stage = await setStage('short');
}, 60_000);
afterAll(() => stage.close(), 30_000);

describe('faults', () => {
  it.each(scenarios.filter(({ takesLong }) => !takesLong))(
    '$name: $holds',
    async (scenario) => {
      const { requests, faults } = await scenario.run(stage, 'short');
      expect(faults).toEqual([]);
      expect(requests).toBeGreaterThan(5);
    },
    120_000,
  );
});
