import { existsSync, readFileSync } from 'node:fs';
import { chown, stat } from 'node:fs/promises';
import path from 'node:path';
import { LocalPostgresError } from './local-postgres-error.ts';

/** The OS user that PostgreSQL runs as. PostgreSQL refuses to run as root, so root starts it as a different user. */
export type RunAs = { as: 'self' } | { as: 'other'; uid: number; gid: number; setpriv?: string };

/** The command that runs a program as this user, and the options of `spawn`. */
export function commandAs(runAs: RunAs, program: string, args: string[]) {
  if (runAs.as === 'self') return { command: program, args, ids: {} };
  const { uid, gid, setpriv } = runAs;
  if (setpriv === undefined) return { command: program, args, ids: { uid, gid } };
  const identity = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const capability = ['--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override'];
  // Without it, access(2), which initdb uses to find `postgres`, ignores the capability.
  const securebits = '--securebits=+no_setuid_fixup';
  return { command: setpriv, args: [securebits, ...identity, ...capability, program, ...args], ids: {} };
}

const setprivPaths = ['/usr/bin/setpriv', '/bin/setpriv'];

export async function chownTo(runAs: RunAs, file: string): Promise<void> {
  if (runAs.as === 'other') await chown(file, runAs.uid, runAs.gid);
}

export async function chooseRunAs(folder: string, binary: string): Promise<RunAs> {
  const owner = existsSync(folder) ? await stat(folder) : undefined;
  const self = process.getuid?.();
  if (self === undefined) return { as: 'self' };
  if (self !== 0) {
    if (owner && owner.uid !== self) {
      throw new LocalPostgresError(
        `The PostgreSQL data folder ${folder} belongs to another user (uid ${owner.uid}). ` +
          'Start as that user, choose another folder with DATA_DIR, or delete this one.',
      );
    }
    return { as: 'self' };
  }

  const { uid, gid } = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : unprivilegedUser();
  const reachable = (await isReachable(path.dirname(folder), uid)) && (await isReachable(path.dirname(binary), uid));
  if (reachable) return { as: 'other', uid, gid };

  // A parent folder, such as /root, is only accessible to root. Instead of changing its permissions, give PostgreSQL the
  // capability to bypass them. PostgreSQL checks its user id, not its capabilities.
  const setpriv = setprivPaths.find((file) => existsSync(file));
  if (setpriv === undefined) {
    throw new LocalPostgresError(
      `PostgreSQL refuses to run as root, and ${folder} is not accessible to any other user. ` +
        'Start as a regular user, or choose a different folder with DATA_DIR.',
    );
  }
  return { as: 'other', uid, gid, setpriv };
}

/** An unprivileged user that exists, which initdb requires: `postgres`, or else `nobody`. */
function unprivilegedUser(): { uid: number; gid: number } {
  const entries = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = entries.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new LocalPostgresError('PostgreSQL refuses to run as root. Start as a regular user.');
}

async function isReachable(folder: string, uid: number): Promise<boolean> {
  for (let current = path.resolve(folder); ; current = path.dirname(current)) {
    if (existsSync(current)) {
      const { mode, uid: owner } = await stat(current);
      if ((mode & (owner === uid ? 0o100 : 0o001)) === 0) return false;
    }
    if (current === path.dirname(current)) return true;
  }
}
