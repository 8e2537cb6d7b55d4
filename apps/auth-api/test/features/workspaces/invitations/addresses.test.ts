import { Email, InviteOutcomes, Members, MyInvitations } from '@portal/contract';
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
    ['JOSÉ@example.com', 'josé@example.com'],
    ['jose\u0301@example.com', 'josé@example.com'],
    ['МОЯ@почта.рф', 'моя@xn--80a1acny.xn--p1ai'],
    ['strauß@example.com', 'strauß@example.com'],
    ['ΓΙΩΡΓΟΣ@example.com', 'γιωργος@example.com'],
  ])('reaches every address that can sign up: %s', async (email, stored) => {
    const { invite, inviteOne, listMembers } = await makeTeam();
    expect(parseEmail({ email })).toBe(stored);
    expect((await inviteOne(email)).status).toBe(200);
    expect(InviteOutcomes.parse((await invite([email])).body).outcomes).toMatchObject([
      { email: stored, outcome: 'resent' },
    ]);
    expect((await listMembers()).filter(({ pending }) => pending)).toMatchObject([{ email: stored }]);
  });

  it.each([
    ['RENÉ@example.com', 'rene\u0301@example.com'],
    ['γιωργος.π@example.com', 'ΓΙΩΡΓΟΣ.Π@example.com'],
    ['WEIẞ@example.com', 'weiß@example.com'],
  ])('of %s is in the list of the account with %s', async (invited, atProvider) => {
    const { inviteOne } = await makeTeam();
    expect((await inviteOne(invited)).status).toBe(200);
    // What a social provider reports is not in lower case.
    const user = await makeUser(api, { email: parseEmail({ email: atProvider }) });
    const asInvitee = await logIn(api, user);
    expect(MyInvitations.parse((await api.send('GET', '/invitations', asInvitee)).body)).toHaveLength(1);
  });

  it('to strauß@ is not one to strauss@', async () => {
    const { invite, listMembers } = await makeTeam();
    await invite(['strauß@example.com', 'strauss@example.com']);
    expect((await listMembers()).filter(({ pending }) => pending)).toMatchObject([
      { email: 'strauss@example.com' },
      { email: 'strauß@example.com' },
    ]);
  });

  it('of an invalid address says which part is wrong', async () => {
    const { invite } = await makeTeam();
    expect(InviteOutcomes.parse((await invite(['a@xn--.com', 'a,b@example.com'])).body).outcomes).toMatchObject([
      { outcome: 'invalid', message: 'Invalid email: check the part after the @' },
      { outcome: 'invalid', message: 'Invalid email: check the part before the @' },
    ]);
  });
});

it('the database has the same lower case as the API, for every letter with an upper case', async () => {
  const emails = Array.from({ length: 0x20000 }, (_, point) => String.fromCodePoint(point))
    .filter((letter) => /\p{Cased}/u.test(letter))
    .flatMap((letter) => Email.safeParse(`a${letter}@example.com`).data ?? []);
  // The condition of `users_email_check` and `invitations_email_check`.
  const refused = await api.db
    .$queryRaw`SELECT email FROM unnest(${emails}::text[]) AS email WHERE email <> lower(email)`;
  expect([emails.length > 2_000, refused]).toEqual([true, []]);
  expect(emails.filter((email) => Email.parse(email) !== email)).toEqual([]);
});
