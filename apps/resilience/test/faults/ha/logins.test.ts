import { checkLogins, violationsOfLogins } from '../../../faults/ha/logins.ts';

const check = (statuses: Readonly<Record<string, number>>) =>
  checkLogins(Object.keys(statuses), (cookie) => Promise.resolve(statuses[cookie] ?? 0));

describe('the logins that the API acknowledged', () => {
  it('are kept only if the API still knows them', async () => {
    const checked = await check({ a: 200, b: 200 });
    expect(checked).toEqual({ lost: [], unverified: [] });
    expect(violationsOfLogins(checked)).toEqual([]);
  });

  it('are lost if it does not', async () => {
    const checked = await check({ a: 200, b: 401 });
    expect(checked).toEqual({ lost: ['b'], unverified: [] });
    expect(violationsOfLogins(checked)).toEqual(['1 logins are lost']);
  });

  it.each([503, 500, 0])('are not verified, which is a violation, after status %i', async (status) => {
    const checked = await check({ a: status, b: 200 });
    expect(checked).toEqual({ lost: [], unverified: ['a'] });
    expect(violationsOfLogins(checked)).toEqual(['1 logins could not be verified']);
  });

  it('are all asked about, however many there are', async () => {
    const statuses = Object.fromEntries(Array.from({ length: 35 }, (_each, index) => [`login-${index}`, 401]));
    const { lost } = await check(statuses);
    expect([...lost].toSorted()).toEqual(Object.keys(statuses).toSorted());
  });
});
