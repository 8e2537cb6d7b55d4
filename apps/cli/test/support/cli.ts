import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Profile } from '../../src/profile/profile.ts';
import { run } from '../../src/program.ts';
import type { Terminal } from '../../src/terminal.ts';
import type { FakePortal } from './fake-portal.ts';

export const mainFile = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

export interface Outcome {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly env?: Record<string, string>;
  readonly stdin?: string;
  /** Whether the streams are a terminal. */
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly terminal?: Partial<Terminal>;
}

/** A user of the client, with a folder for profiles. */
export function createUser(portal: FakePortal) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'portal-cli-'));
  const folder = path.join(home, 'portal');
  const profilePath = path.join(folder, 'default.json');
  const baseEnv = { XDG_CONFIG_HOME: home, PORTAL_URL: portal.url };

  async function runCli(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
    const { env = {}, stdin = '', isTTY = false, columns = 80, terminal = {} } = options;
    const output = { stdout: '', stderr: '' };
    const streamOf = (name: 'stdout' | 'stderr') => ({
      write: (text: string) => (output[name] += text),
      isTTY,
      columns,
    });
    const exitCode = await run(args, {
      env: { ...baseEnv, ...env },
      platform: process.platform,
      homeDirectory: home,
      hostname: 'laptop',
      stdin: Object.assign(Readable.from([stdin]), { isTTY }),
      stdout: streamOf('stdout'),
      stderr: streamOf('stderr'),
      signal: new AbortController().signal,
      sleep: async (ms, signal) => {
        await sleep(ms, undefined, { signal });
      },
      openBrowser: () => Promise.resolve(false),
      ...terminal,
    });
    return { exitCode, ...output };
  }

  return {
    home,
    folder,
    profilePath,
    run: runCli,
    /** Starts the program itself. */
    start: (args: readonly string[], env: Record<string, string> = {}) => startProgram(args, { ...baseEnv, ...env }),
    readProfile: () => JSON.parse(fs.readFileSync(profilePath, 'utf8')) as Profile,
    /** A profile as `portal login` leaves it. */
    logIn(overrides: Partial<Profile> = {}) {
      const { refresh_token: refreshToken, login_scope: scope } = portal.oauth.startLogin([
        'workspace:read',
        'members:read',
        'members:write',
      ]);
      const profile = {
        url: portal.url,
        tokenEndpoint: `${portal.url}/oauth/token`,
        refreshToken,
        scopes: scope.split(' '),
        accessTokens: {},
      };
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
      fs.writeFileSync(profilePath, JSON.stringify({ ...profile, ...overrides }), { mode: 0o600 });
    },
    filesInFolder: () => fs.readdirSync(folder),
    removeFolder: () => fs.rmSync(home, { recursive: true, force: true }),
  };
}
export type User = ReturnType<typeof createUser>;

function startProgram(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [mainFile, ...args], { env: { PATH: process.env['PATH'] ?? '', ...env } });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (output.stderr += String(chunk)));
  const outcome = new Promise<Outcome>((resolve) => {
    child.on('close', (exitCode) => resolve({ exitCode, ...output }));
  });
  return { child, outcome, output };
}
