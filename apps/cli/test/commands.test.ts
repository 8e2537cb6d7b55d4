import fs from 'node:fs';
import path from 'node:path';
import { createUser, type User } from './support/cli.ts';
import {
  apiToken,
  sendError,
  sendJson,
  startFakePortal,
  workspaceIds,
  type FakePortal,
} from './support/fake-portal.ts';

let portal: FakePortal;
let user: User;
beforeEach(async () => {
  portal = await startFakePortal();
  user = createUser(portal);
  user.logIn();
});
afterEach(async () => {
  user.removeFolder();
  await portal.close();
});

const membersPath = `/workspace/${workspaceIds.acme}/members`;
const withToken = { env: { PORTAL_TOKEN: apiToken } };

describe('portal whoami', () => {
  it('shows the user, and with --workspace what the login can do there', async () => {
    expect((await user.run(['whoami'])).stdout).toBe(
      'Ada (ada@example.com)\nScopes: workspace:read members:read members:write\n',
    );
    const { stdout } = await user.run(['whoami', '--workspace', 'Acme']);
    expect(stdout).toBe('Ada (ada@example.com)\nScopes: workspace:read members:read members:write\n');
  });

  it('shows a service account', async () => {
    const whoami = {
      serviceAccount: { name: 'Deploy' },
      token: { workspaceId: workspaceIds.acme, scopes: ['audit:read'] },
    };
    portal.answerNext('/whoami', (response) => sendJson(response, 200, whoami));
    expect((await user.run(['whoami'], withToken)).stdout).toBe('Service account Deploy\nScopes: audit:read\n');
  });
});

describe('portal workspaces', () => {
  it('lists them, with the current and the default one', async () => {
    const { stdout } = await user.run(['workspaces']);
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      '   NAME   DEFAULT  ROLE   ID',
      `*  Acme   default  owner  ${workspaceIds.acme}`,
      `   Twice           owner  ${workspaceIds.first}`,
    ]);
  });

  it('use makes one the current one', async () => {
    await user.run(['workspaces', 'use', workspaceIds.first.toLowerCase()]);
    expect(user.readProfile().workspaceId).toBe(workspaceIds.first);
    await user.run(['members']);
    expect(portal.requestsTo(`/workspace/${workspaceIds.first}/members`)).toHaveLength(1);
    await user.run(['workspaces', 'use', 'acme']);
    expect(user.readProfile().workspaceId).toBe(workspaceIds.acme);
  });

  it('reads all pages', async () => {
    portal.data.pageSize = 1;
    const { stdout } = await user.run(['workspaces', '--json']);
    expect(JSON.parse(stdout)).toEqual(portal.data.workspaces);
  });

  it('lists the one of PORTAL_TOKEN', async () => {
    const { stdout } = await user.run(['workspaces', '--json'], withToken);
    expect(JSON.parse(stdout)).toEqual([portal.data.workspaces[0]]);
  });
});

describe('--workspace', () => {
  it('takes a name or an id', async () => {
    for (const each of ['Acme', 'acme', workspaceIds.acme])
      expect((await user.run(['members', '--workspace', each])).exitCode).toBe(0);
    expect(portal.requestsTo(membersPath)).toHaveLength(3);
  });

  it('with a name of several workspaces lists their ids', async () => {
    const { exitCode, stderr } = await user.run(['--workspace', 'Twice', 'members']);
    expect(exitCode).toBe(2);
    expect(stderr).toBe(
      `portal: Several workspaces have the name "Twice". Use one of their ids: ${workspaceIds.first}, ${workspaceIds.second}\n`,
    );
  });

  it('with an unknown name says so', async () => {
    expect(await user.run(['members', '--workspace', 'None'])).toMatchObject({
      exitCode: 2,
      stderr: 'portal: You have no workspace "None". The command portal workspaces lists them.\n',
    });
  });

  it('is needed by a user who has no default workspace', async () => {
    portal.data.workspaces = portal.data.workspaces.slice(1);
    const { exitCode, stderr } = await user.run(['members']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('Choose one with --workspace');
  });

  it('can only be the one of PORTAL_TOKEN', async () => {
    expect((await user.run(['members', '--workspace', 'Acme'], withToken)).exitCode).toBe(0);
    expect((await user.run(['members', '--workspace', workspaceIds.first], withToken)).exitCode).toBe(2);
  });
});

describe('portal members', () => {
  it('lists them', async () => {
    const { stdout } = await user.run(['members']);
    expect(stdout).toContain('bob@example.com  Bob   editor  invited  01ARZ3NDEKTSV4RRFFQ69G5FM2\n');
  });

  it('invite, role and remove change them', async () => {
    await user.run(['members', 'invite', 'eve@example.com', '--role', 'approver']);
    await user.run(['members', 'role', 'Bob@example.com', 'approver']);
    const { stderr } = await user.run(['members', 'remove', 'bob@example.com', '--yes']);
    const changes = portal.received.filter(({ method, path: to }) => method !== 'GET' && to.startsWith('/workspace/'));
    expect(changes.map(({ method, body }) => [method, JSON.parse(body) as unknown])).toEqual([
      ['POST', { email: 'eve@example.com', role: 'APPROVER' }],
      ['POST', { userId: '01ARZ3NDEKTSV4RRFFQ69G5FM2', role: 'APPROVER' }],
      ['DELETE', { email: 'bob@example.com' }],
    ]);
    expect(stderr).toBe('bob@example.com is removed.\n');
  });

  it('remove asks first, and needs --yes where it cannot ask', async () => {
    const remove = ['members', 'remove', 'bob@example.com'];
    expect(await user.run(remove, { isTTY: true, stdin: 'n\n' })).toMatchObject({ exitCode: 0 });
    expect(await user.run(remove, { isTTY: true })).toMatchObject({ exitCode: 0 });
    expect(await user.run(remove)).toMatchObject({ exitCode: 2 });
    expect(portal.requestsTo(membersPath)).toEqual([]);
    expect((await user.run(remove, { isTTY: true, stdin: 'y\n' })).stderr).toContain('bob@example.com is removed.');
    expect(portal.requestsTo(membersPath)).toHaveLength(1);
  });
});

describe('portal tokens', () => {
  it('lists, renames and revokes them', async () => {
    const { stdout } = await user.run(['tokens'], withToken);
    expect(stdout).toContain('Build   active  2999-01-01  never      members:read  01ARZ3NDEKTSV4RRFFQ69G5FT1\n');
    expect((await user.run(['tokens', 'rename', 'T1', 'CI'], withToken)).exitCode).toBe(0);
    expect((await user.run(['tokens', 'revoke', 'T1'], withToken)).exitCode).toBe(2);
    expect((await user.run(['tokens', 'revoke', 'T1', '--yes'], withToken)).exitCode).toBe(0);
    const changes = portal.received.filter(({ method }) => method !== 'GET');
    expect(changes.map(({ method, path: to }) => `${method} ${to.split('authTokens')[1] ?? ''}`)).toEqual([
      'PUT /T1',
      'POST /T1/revoke',
    ]);
  });
});

describe('portal api', () => {
  it('replaces {workspace}, and sends fields as the query or the body', async () => {
    await user.run(['api', 'get', '/workspace/{workspace}/members', '-f', 'limit=1']);
    await user.run([
      'api',
      'POST',
      '/workspace/{workspace}/members',
      '-f',
      'email=a@b.example',
      '-F',
      'n=1',
      '-F',
      'on=true',
    ]);
    const { stdout } = await user.run(['api', 'PATCH', `/workspaces/${workspaceIds.first}`, '--input', '-'], {
      stdin: '{"a":[1]}',
    });
    expect(
      portal.received
        .filter(({ path: to }) => to.startsWith('/workspace'))
        .map(({ method, path: to, body }) => [method, to, body]),
    ).toEqual([
      ['GET', '/workspaces?limit=500', ''],
      ['GET', `${membersPath}?limit=1`, ''],
      ['GET', '/workspaces?limit=500', ''],
      ['POST', membersPath, '{"email":"a@b.example","n":1,"on":true}'],
      ['PATCH', `/workspaces/${workspaceIds.first}`, '{"a":[1]}'],
    ]);
    expect(JSON.parse(stdout)).toEqual(portal.data.workspaces[1]);
  });

  it('reads a file, and says what is wrong with it', async () => {
    const file = path.join(user.home, 'body.json');
    fs.writeFileSync(file, '{"displayName":"A"}');
    await user.run(['api', 'PATCH', '/workspaces/{workspace}', '--input', file]);
    expect(portal.received.at(-1)?.body).toBe('{"displayName":"A"}');
    fs.writeFileSync(file, '{');
    expect((await user.run(['api', 'PATCH', '/workspaces/{workspace}', '--input', file])).stderr).toContain(
      'is not JSON',
    );
    expect((await user.run(['api', 'POST', '/x', '--input', `${file}.none`])).exitCode).toBe(2);
  });

  it('--paginate makes one list of all pages', async () => {
    portal.data.pageSize = 1;
    const { stdout } = await user.run(['api', 'GET', '/workspaces', '--paginate']);
    expect(JSON.parse(stdout)).toEqual(portal.data.workspaces);
  });

  it.each([
    [['api', 'GET', 'https://elsewhere.example/']],
    [['api', 'TRACE', '/whoami']],
    [['api', 'POST', '/whoami', '-f', 'novalue']],
    [['api', 'GET', '/whoami', '--input', '-']],
  ])('rejects %j', async (args) => {
    expect((await user.run(args)).exitCode).toBe(2);
    expect(portal.received).toEqual([]);
  });
});

describe('an exit code', () => {
  const exitCodeOf = async (...args: Parameters<User['run']>) => (await user.run(...args)).exitCode;

  it('is 1 if the API refuses, with the reason and the request in one line', async () => {
    portal.answerNext(membersPath, (response) =>
      sendError(response, 403, 'InsufficientScope', 'The token needs members:read.'),
    );
    expect(await user.run(['members'])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        'portal: The token needs members:read. Log in again with portal login --write, and check the scope in the browser. (request req-1)\n',
    });
  });

  it('is 2 for wrong usage', async () => {
    for (const args of [['nonsense'], ['members', '--nonsense'], ['members', 'invite'], ['whoami', 'extra'], []])
      expect(await exitCodeOf(args)).toBe(2);
    expect(await exitCodeOf(['whoami'], { env: { PORTAL_TOKEN: apiToken, PORTAL_URL: 'http://api.example' } })).toBe(2);
    expect(await exitCodeOf(['--help'])).toBe(0);
  });

  it('is 3 without a login, or with a token that the API refuses', async () => {
    expect(await user.run(['whoami'], { env: { PORTAL_TOKEN: 'wrong' } })).toMatchObject({
      exitCode: 3,
      stderr: 'portal: The API refuses PORTAL_TOKEN. This token is not valid. (request req-1)\n',
    });
    fs.rmSync(user.profilePath);
    expect(await exitCodeOf(['whoami'])).toBe(3);
  });

  it('is 4 if the API cannot be reached, or another server answers', async () => {
    const nowhere = { PORTAL_TOKEN: apiToken, PORTAL_URL: 'http://127.0.0.1:1' };
    expect(await user.run(['whoami'], { env: nowhere })).toMatchObject({
      exitCode: 4,
      stderr: expect.stringMatching(/^portal: The API could not be reached: .+\n$/) as string,
    });
    portal.answerNext('/whoami', (response) => response.writeHead(404).end('<h1>nginx</h1>'));
    expect(await exitCodeOf(['whoami'])).toBe(4);
  });
});

describe('secrets', () => {
  it('are not in the output, also with --debug', async () => {
    const outcome = await user.run(['members', '--debug']);
    expect(outcome.stderr).toContain('grant_type=refresh_token refresh_token=***');
    expect(outcome.stderr).toContain(`> GET ${portal.url}${membersPath}?limit=500\n`);
    expect(JSON.stringify(outcome)).not.toMatch(/refresh-|access-/);
  });

  it('are not in the error about a PORTAL_TOKEN with a wrong character', async () => {
    const { exitCode, stderr } = await user.run(['whoami'], { env: { PORTAL_TOKEN: 'secret\ntoken' } });
    expect([exitCode, stderr]).toEqual([2, 'portal: PORTAL_TOKEN is not an API token.\n']);
  });
});
