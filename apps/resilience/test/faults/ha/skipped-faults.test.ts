import { haFaults } from '../../../faults/ha/faults.ts';
import { reasonToSkip, violationsOfSkipping } from '../../../faults/ha/skipped-faults.ts';

it('only the faults of the network and of the proxies need more than the programs', () => {
  const skippedWith = (canCut: boolean, hasProxy: boolean) =>
    haFaults.filter((fault) => reasonToSkip(fault, { canCut, hasProxy }) !== null).map(({ name }) => name);
  expect(skippedWith(true, true)).toEqual([]);
  const withProxies = [
    'API machine killed: API, PgBouncer and HAProxy',
    'proxy with the public address: Caddy killed',
    'proxy with the public address cut off',
  ];
  expect(skippedWith(false, true)).toEqual(['machine of the primary cut off from the network', ...withProxies]);
  expect(skippedWith(true, false)).toEqual(withProxies);
});

describe('a run that skipped faults', () => {
  const skipped = ['Caddy killed: not run, it needs --proxy'];

  it('fails and names them, unless --allow-skipped is set', () => {
    expect(violationsOfSkipping(skipped, 3, false)).toEqual(skipped);
    expect(violationsOfSkipping(skipped, 3, true)).toEqual([]);
  });

  it('always fails if it ran none', () => expect(violationsOfSkipping(skipped, 0, true)).toEqual(['no fault was run']));

  it('passes if it skipped none', () => expect(violationsOfSkipping([], 3, false)).toEqual([]));
});
