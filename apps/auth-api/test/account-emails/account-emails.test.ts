import { startJobWorker, type JobWorker } from '../../src/jobs/worker.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { addMember, logIn, makeUser, makeWorkspace } from '../support/builders.ts';
import { emailsTo, startInbox, waitForEmails, type Inbox } from '../support/inbox.ts';

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
    expect(message?.subject).toBe('New API token for Pay at www evil com');
    for (const form of [message?.text, message?.html]) {
      expect(form).toContain('deploy evil com');
      expect(form).toContain('If you did not create this token:');
      expect(form).toContain(`http://localhost:9000/workspace/${workspace.id}/tokens`);
      expect(form).not.toMatch(/www\.|@evil|evil\.com/);
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
    expect(message?.subject).toBe('You are now Approver of Pay at www evil com');
    expect(message?.text).toContain(`See https evil com (${owner.email}) changed your role`);
    expect(message?.text).toContain('Before: Collaborator');
    await waitForEmails(api);
    expect(await mail.messagesTo(editor.email)).toHaveLength(1);
    expect(await mail.messagesTo(owner.email)).toEqual([]);
  });
});
