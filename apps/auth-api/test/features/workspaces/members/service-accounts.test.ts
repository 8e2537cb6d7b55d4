import { Members } from '@portal/contract';
import { startApi, type TestApi } from '../../../support/api.ts';
import {
  addMember,
  logIn,
  makeApiToken,
  makeInstanceToken,
  makeServiceAccount,
  makeServiceAccountToken,
  makeUser,
  makeWorkspace,
} from '../../../support/builders.ts';
import { errorTypeOf } from '../../../support/responses.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe('the member list with service accounts', () => {
  async function makeTeamWithServiceAccounts() {
    const [owner, approver, editor] = [await makeUser(api), await makeUser(api), await makeUser(api)];
    const workspace = await makeWorkspace(api, owner);
    await addMember(api, workspace, approver, 'APPROVER');
    await addMember(api, workspace, editor, 'EDITOR');
    const path = `/workspace/${workspace.id}`;
    const [asOwner, asApprover, asEditor] = [
      await logIn(api, owner),
      await logIn(api, approver),
      await logIn(api, editor),
    ];
    const { id } = await makeServiceAccount(api, workspace, { name: 'Zebra', role: 'APPROVER' });
    const deploy = await makeServiceAccount(api, workspace, { name: 'Deploy' });
    await makeServiceAccount(api, workspace, { name: 'Former', deletedAt: new Date() });
    await makeServiceAccount(api, await makeWorkspace(api, await makeUser(api)), { name: 'Foreign' });
    const row = { email: '', pending: false, kind: 'serviceAccount' };
    const serviceAccounts = [
      { ...row, userId: deploy.id, nickname: 'Deploy', role: 'EDITOR' },
      { ...row, userId: id, nickname: 'Zebra', role: 'APPROVER' },
    ];
    return {
      owner,
      editor,
      workspace,
      path,
      asOwner,
      asApprover,
      asEditor,
      list: `${path}/members`,
      serviceAccounts,
      deploy,
    };
  }

  it('has them after the members, by name, for those who may see them, instances and service accounts', async () => {
    const { workspace, owner, editor, asOwner, asApprover, list, serviceAccounts, deploy } =
      await makeTeamWithServiceAccounts();
    const members = Members.parse((await api.send('GET', list, asOwner)).body);
    for (const credentials of [
      asOwner,
      asApprover,
      await makeInstanceToken(api, workspace, editor),
      (await makeApiToken(api, workspace, owner, { scopes: ['members:read'] })).credentials,
      (await makeServiceAccountToken(api, deploy, { scopes: ['members:read'] })).credentials,
    ]) {
      const response = await api.send('GET', `${list}?include=serviceAccounts`, credentials);
      expect(response.body).toEqual([...members, ...serviceAccounts]);
    }
  });

  it('is refused to collaborators and their API tokens', async () => {
    const { workspace, editor, asEditor, list } = await makeTeamWithServiceAccounts();
    const { credentials } = await makeApiToken(api, workspace, editor, { scopes: ['members:read'] });
    for (const collaborator of [asEditor, credentials])
      expect(errorTypeOf(await api.send('GET', `${list}?include=serviceAccounts`, collaborator))).toBe('NotAllowed');
  });

  it('does not have them, or another field, without the parameter', async () => {
    const { asOwner, list, path } = await makeTeamWithServiceAccounts();
    const response = await api.send('GET', list, asOwner);
    expect(Members.parse(response.body)).toHaveLength(3);
    expect(response.text).not.toContain('kind');
    const invited = await api.send('POST', `${path}/members`, asOwner).send({ email: 'next@example.com' });
    expect(invited.text).not.toContain('kind');
    for (const query of ['include=', 'include=users', 'include=serviceAccounts&include=serviceAccounts'])
      expect([query, errorTypeOf(await api.send('GET', `${list}?${query}`, asOwner))]).toEqual([query, 'InvalidInput']);
  });

  it('has them in its last pages', async () => {
    const { asOwner, list } = await makeTeamWithServiceAccounts();
    const whole = Members.parse((await api.send('GET', `${list}?include=serviceAccounts`, asOwner)).body);
    const rows: unknown[] = [];
    let next: string | undefined = `${list}?include=serviceAccounts&limit=2`;
    let pages = 0;
    for (; next !== undefined; pages++) {
      const response = await api.send('GET', next, asOwner);
      rows.push(...Members.parse(response.body));
      const [, link] = /<([^>]+)>; rel="next"/.exec(response.headers['link'] ?? '') ?? [];
      next = link?.slice(api.services.settings.AUTH_API_URL.length);
    }
    expect([rows, pages]).toEqual([whole, 3]);
  });

  it('does not let a service account get a role or be removed as a member', async () => {
    const { asOwner, path, deploy } = await makeTeamWithServiceAccounts();
    const change = await api.send('POST', `${path}/membership`, asOwner).send({ userId: deploy.id, role: 'APPROVER' });
    expect(errorTypeOf(change)).toBe('MemberNotFound');
    expect(errorTypeOf(await api.send('DELETE', `${path}/members`, asOwner).send({ email: '' }))).toBe('InvalidInput');
  });
});
