import { ulid } from 'ulid';
import { startJobWorker, type JobWorker } from '../../../src/jobs/worker.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { addMember, logIn, makeUser, makeWorkspace } from '../../support/builders.ts';
import { emailsTo, startInbox, waitForEmails, type Inbox } from '../../support/inbox.ts';

let mail: Inbox;
let api: TestApi;
let jobs: JobWorker;

beforeAll(async () => {
  mail = await startInbox();
  api = await startApi({ SMTP_URL: mail.smtpUrl });
  jobs = startJobWorker(api.services);
});
afterAll(async () => {
  await jobs.stop();
  await api.close();
  await mail.close();
});

/** A workspace with an owner, whose names contain what mail programs turn into links, and an editor. */
async function makeTeam() {
  const owner = await makeUser(api, { nickname: 'See https://evil.com' });
  const workspace = await makeWorkspace(api, owner, { displayName: 'Pay at www.evil.com' });
  const editor = await makeUser(api);
  await addMember(api, workspace, editor, 'EDITOR');
  return { owner, workspace, editor };
}

describe('an email about a new API token', () => {
  it('names token and workspace, and says how to revoke the token', async () => {
    const { owner, workspace } = await makeTeam();
    const response = await api
      .send('POST', `/workspaces/${workspace.id}/authTokens`, await logIn(api, owner))
      .send({ name: 'deploy@evil.com', expiration: '30d' });
    expect(response.status).toBe(200);
    const [message] = await emailsTo(mail, owner, 1);
    expect(message?.subject).toBe('New API token “deploy evil. com” for “Pay at www. evil. com”');
    for (const form of [message?.text, message?.html]) {
      expect(form).toContain('deploy evil. com');
      expect(form).toContain('If you did not create this token:');
      expect(form).toContain(`http://localhost:9000/workspace/${workspace.id}/tokens`);
      expect(form).not.toMatch(/www\.\S|@evil|evil\.com/);
      expect(form).not.toContain((response.body as { token: string }).token);
    }
  });
});

describe('an email about a changed role', () => {
  it('goes to the member, and says who changed the role from what to what', async () => {
    const { owner, workspace, editor } = await makeTeam();
    const path = `/workspace/${workspace.id}/membership`;
    const session = await logIn(api, owner);
    const change = { userId: editor.id, role: 'APPROVER' };
    for (const _ of ['first', 'second']) expect((await api.send('POST', path, session).send(change)).status).toBe(200);
    const [message] = await emailsTo(mail, editor, 1);
    expect(message?.subject).toBe('You are now an approver of “Pay at www. evil. com”');
    expect(message?.text).toContain(`“See https evil. com” (${owner.email}) changed your role`);
    expect(message?.text).toContain('Before: Collaborator');
    await waitForEmails(api);
    expect(await mail.messagesTo(editor.email)).toHaveLength(1);
    expect(await mail.messagesTo(owner.email)).toEqual([]);
  });
});

describe('an email about a removal', () => {
  it('goes to the member whom someone else removed, and says what no longer works', async () => {
    const { owner, workspace, editor } = await makeTeam();
    const path = `/workspace/${workspace.id}/members`;
    const removal = await api.send('DELETE', path, await logIn(api, owner)).send({ email: editor.email });
    expect(removal.status).toBe(200);
    const [message] = await emailsTo(mail, editor, 1);
    expect(message?.subject).toBe('You were removed from a workspace in System Initiative');
    expect(message?.text).toContain(
      `“See https evil. com” (${owner.email}) removed you from the workspace “Pay at www. evil. com”`,
    );
    expect(message?.text).toContain('your API tokens for it no longer work');
  });

  it('is not sent to a member who leaves', async () => {
    const { workspace, editor } = await makeTeam();
    const leaving = await api.send('DELETE', `/workspace/${workspace.id}/leave`, await logIn(api, editor));
    expect(leaving.status).toBe(200);
    expect(await api.db.accountEmail.count({ where: { userId: editor.id } })).toBe(0);
    await waitForEmails(api);
    expect(await mail.messagesTo(editor.email)).toEqual([]);
  });
});

it('a request that is retried with the same requestUlid causes one email', async () => {
  const { owner, workspace } = await makeTeam();
  const session = await logIn(api, owner);
  const requestUlid = ulid();
  const create = () =>
    api
      .send('POST', `/workspaces/${workspace.id}/authTokens`, session)
      .send({ name: 'CI', expiration: '30d', requestUlid });
  const responses = await Promise.all([create(), create(), create()]);
  responses.push(await create());
  expect(responses.some(({ status }) => status === 200)).toBe(true);
  expect(await api.db.authToken.count({ where: { workspaceId: workspace.id } })).toBe(1);
  await waitForEmails(api);
  expect(await mail.messagesTo(owner.email)).toHaveLength(1);
});
