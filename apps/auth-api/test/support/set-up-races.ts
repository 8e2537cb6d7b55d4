import { violatedInvariants } from './invariants.ts';
import { startReplicas, type Replicas } from './replicas.ts';

/**
 * Starts replicas for the tests of a file. After each test no invariant is violated and no replica has logged an error; in the
 * end, there was no deadlock.
 */
export function setUpRaces(onStarted: (replicas: Replicas) => void): void {
  let replicas: Replicas;
  beforeAll(async () => {
    replicas = await startReplicas();
    onStarted(replicas);
  });
  afterEach(async () => {
    expect(await violatedInvariants(replicas.api)).toEqual([]);
    expect(replicas.errors()).toEqual([]);
  });
  afterAll(async () => {
    expect(await replicas.close()).toBe(0);
  });
}
