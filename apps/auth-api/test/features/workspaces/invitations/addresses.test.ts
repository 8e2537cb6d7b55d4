import { InviteOutcomes, Members } from '@portal/contract';
import { parseEmail } from '../../../../src/integrations/auth0/identity-provider.ts';
import { startApi, type TestApi } from '../../../support/api.ts';
import { logIn, makeUser, makeWorkspace } from '../../../support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function makeTeam() {
  const owner = await makeUser(api);
  const workspace = await makeWorkspace(api, owner);
  const asOwner = await logIn(api, owner);
  const members = `/workspace/${workspace.id}/members`;
  return {
    invite: (emails: string[]) => api.send('POST', `/workspaces/${workspace.id}/invitations`, asOwner).send({ emails }),
    inviteOne: (email: string) => api.send('POST', members, asOwner).send({ email }),
    listMembers: async () => Members.parse((await api.send('GET', members, asOwner)).body),
  };
}

describe('an invitation', () => {
  it.each([
    ['моя@россия.рф', 'моя@xn--h1alffa9f.xn--p1ai'],
    ['a@xn--h1alffa9f.xn--p1ai', 'a@xn--h1alffa9f.xn--p1ai'],
    ['r&d@example.com', 'r&d@example.com'],
    ['josé@example.com', 'josé@example.com'],
  ])('reaches every address that can sign up: %s', async (email, stored) => {
    const { invite, inviteOne, listMembers } = await makeTeam();
    expect(parseEmail({ email })).toBe(stored);
    expect((await inviteOne(email)).status).toBe(200);
    expect(InviteOutcomes.parse((await invite([email])).body).outcomes).toMatchObject([
      { email: stored, outcome: 'resent' },
    ]);
    expect((await listMembers()).filter(({ pending }) => pending)).toMatchObject([{ email: stored }]);
  });

  it('of an invalid address says which part is wrong', async () => {
    const { invite } = await makeTeam();
    expect(InviteOutcomes.parse((await invite(['a@xn--.com', 'a,b@example.com'])).body).outcomes).toMatchObject([
      { outcome: 'invalid', message: 'Invalid email: check the part after the @' },
      { outcome: 'invalid', message: 'Invalid email: check the part before the @' },
    ]);
  });
});
