import { limitLoginAttempts } from '../../../src/features/login/login-attempts.ts';
import { startApi, type TestApi } from '../../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('the oldest unfinished logins are deleted once there are too many, however many addresses start them', async () => {
  const now = Date.now();
  const attempt = (stateHash: string, minutesLeft: number) => ({
    stateHash,
    browserHash: 'x',
    nonce: 'x',
    codeVerifier: 'x',
    expiresAt: new Date(now + minutesLeft * 60_000),
  });
  // Of 60 minutes. Those with more than 50 started in the last ten.
  const data = [attempt('second', 20), attempt('oldest', 10), attempt('newest', 59), attempt('third', 58)];
  await api.db.loginAttempt.createMany({ data });
  const remaining = async () => {
    const attempts = await api.db.loginAttempt.findMany({ orderBy: { expiresAt: 'asc' } });
    return attempts.map(({ stateHash }) => stateHash);
  };
  await limitLoginAttempts(api.services, 4);
  expect(await remaining()).toEqual(['oldest', 'second', 'third', 'newest']);
  await limitLoginAttempts(api.services, 2);
  expect(await remaining()).toEqual(['third', 'newest']);
  await limitLoginAttempts(api.services, 1);
  expect(await remaining()).toEqual(['third', 'newest']);
});
