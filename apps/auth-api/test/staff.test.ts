import { startApi, type TestApi } from './support/api.ts';
import { logIn, makeUser } from './support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe('staff', () => {
  const ask = async (person: { email: string; emailVerified?: boolean }) =>
    (await api.send('GET', '/users/quarantined', await logIn(api, await makeUser(api, person)))).status;

  it('are people with a verified address of the company', async () =>
    expect(await ask({ email: 'ada@systeminit.com' })).toBe(200));

  it.each([
    'ada@notsysteminit.com',
    'ada@systeminit.com.evil.example',
    'ada@sub.systeminit.com',
    'ada@systeminit.com@evil.example',
    'systeminit.com@evil.example',
    'ada@systeminit.co',
  ])('are not %s', async (email) => expect(await ask({ email })).toBe(403));

  it('are not who only claims such an address', async () =>
    expect(await ask({ email: 'ada@systeminit.com', emailVerified: false })).toBe(403));

  it('are no longer who loses the address, from the next request on', async () => {
    const user = await makeUser(api, { email: 'grace@systeminit.com' });
    const proof = await logIn(api, user);
    expect((await api.send('GET', '/users/quarantined', proof)).status).toBe(200);
    await api.db.user.update({ where: { id: user.id }, data: { email: 'grace@example.com' } });
    expect((await api.send('GET', '/users/quarantined', proof)).status).toBe(403);
  });
});
