import fs from 'node:fs';
import path from 'node:path';
import { profileFolder } from '../src/profile/profile-file.ts';
import { createUser, type User } from './support/cli.ts';
import { startFakePortal, type FakePortal } from './support/fake-portal.ts';

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

describe('a profile', () => {
  it('that other users can read is refused, with the command that fixes it', async () => {
    fs.chmodSync(user.profilePath, 0o640);
    const { exitCode, stderr } = await user.run(['whoami']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`Run: chmod 600 '${user.profilePath}'`);
    expect(portal.received).toEqual([]);
  });

  it('in a folder that other users can change is refused, too', async () => {
    fs.chmodSync(user.folder, 0o777);
    const { exitCode, stderr } = await user.run(['whoami']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`Run: chmod 700 '${user.folder}'`);
  });

  it('is chosen by --profile, or PORTAL_PROFILE', async () => {
    fs.renameSync(user.profilePath, path.join(user.folder, 'work.json'));
    expect((await user.run(['whoami', '--profile', 'work'])).exitCode).toBe(0);
    expect((await user.run(['whoami'], { env: { PORTAL_PROFILE: 'work' } })).exitCode).toBe(0);
    expect((await user.run(['whoami'])).exitCode).toBe(3);
    expect((await user.run(['whoami', '--profile', '../work'])).exitCode).toBe(2);
  });

  it('is used only with the API that it is logged in at', async () => {
    const { exitCode, stderr } = await user.run(['whoami', '--url', 'https://other.example']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`This profile is logged in at ${portal.url}.`);
  });

  it('that is damaged counts as no login', async () => {
    for (const text of ['', '{', '[]', '{"url":"https://a.example"}']) {
      fs.writeFileSync(user.profilePath, text);
      expect((await user.run(['whoami'])).exitCode).toBe(3);
    }
  });
});

it.each([
  ['linux', { XDG_CONFIG_HOME: '/config' }, '/config/portal'],
  ['linux', { XDG_CONFIG_HOME: 'relative' }, '/home/ada/.config/portal'],
  ['darwin', {}, '/home/ada/.config/portal'],
  ['win32', { APPDATA: '/AppData' }, '/AppData/portal'],
] as const)('on %s with %j, profiles are in %s', (platform, env, folder) => {
  expect(profileFolder({ platform, env, homeDirectory: '/home/ada' })).toBe(folder);
});
