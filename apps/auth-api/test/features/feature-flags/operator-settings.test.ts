import { FeatureFlags, type FeatureFlag } from '@portal/contract';
import { startApi, type TestApi } from '../../support/api.ts';
import { logIn, makeUser } from '../../support/builders.ts';

const rules = 'auth_portal_admin_page=@Example.com, Ada@Example.org; approvals-opt-in-out=on';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ FEATURE_FLAGS: rules });
});
afterAll(() => api.close());

async function flagsOf(overrides: Parameters<typeof makeUser>[1]): Promise<FeatureFlags> {
  const user = await makeUser(api, overrides);
  const response = await api.send('GET', `/users/${user.id}/featureFlags`, await logIn(api, user));
  return FeatureFlags.parse(response.body);
}

const isOn = async (name: FeatureFlag, overrides: Parameters<typeof makeUser>[1]) => (await flagsOf(overrides))[name];

describe('[3.14] a feature flag that the operator sets', () => {
  it.each([
    ['for a domain', { email: 'mia@example.com' }, true],
    ['for an address', { email: 'ada@example.org' }, true],
    ['not for another address of its domain', { email: 'bob@example.org' }, false],
    ['not for a domain below it', { email: 'mia@mail.example.com' }, false],
    ['not for a domain with the same ending', { email: 'mia@notexample.com' }, false],
    ['not for an address that is not verified', { email: 'eve@example.com', emailVerified: false }, false],
  ])('is on %s', async (_whom, overrides, expected) =>
    expect(await isOn('auth_portal_admin_page', overrides)).toBe(expected),
  );

  it('for everyone is also on for users without a verified email', async () =>
    expect(await isOn('approvals-opt-in-out', { emailVerified: false })).toBe(true));
});
