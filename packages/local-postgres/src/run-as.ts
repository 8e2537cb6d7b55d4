import { existsSync, readFileSync } from 'node:fs';
import { chown, stat } from 'node:fs/promises';
import path from 'node:path';
import { LocalPostgresError } from './local-postgres-error.ts';

/** Who PostgreSQL's programs run as: PostgreSQL refuses to be root, so root starts it as somebody else. */
export type RunAs = { as: 'self' } | { as: 'other'; uid: number; gid: number; setpriv?: string };

/** What to spawn so that `program` runs as the account. */
export function commandAs(account: RunAs, program: string, parameters: string[]) {
  if (account.as === 'self') return { command: program, parameters, ids: {} };
  const { uid, gid, setpriv } = account;
  if (setpriv === undefined) return { command: program, parameters, ids: { uid, gid } };
  const identity = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const capability = ['--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override'];
  // Else access(2), by which initdb looks for `postgres`, asks what the account may without its capability.
  const askedWithIt = '--securebits=+no_setuid_fixup';
  return { command: setpriv, parameters: [askedWithIt, ...identity, ...capability, program, ...parameters], ids: {} };
}

const setprivPaths = ['/usr/bin/setpriv', '/bin/setpriv'];

export async function chownTo(account: RunAs, file: string): Promise<void> {
  if (account.as === 'other') await chown(file, account.uid, account.gid);
}

export async function chooseRunAs(folder: string, binary: string): Promise<RunAs> {
  const owner = existsSync(folder) ? await stat(folder) : undefined;
  const self = process.getuid?.();
  if (self === undefined) return { as: 'self' };
  if (self !== 0) {
    if (owner && owner.uid !== self) {
      throw new LocalPostgresError(
        `The PostgreSQL data folder ${folder} belongs to another user (uid ${owner.uid}). ` +
          'Start as that user, choose another folder with DATA_DIR, or delete it.',
      );
    }
    return { as: 'self' };
  }

  const { uid, gid } = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : unprivilegedUser();
  const reachable = (await isReachable(path.dirname(folder), uid)) && (await isReachable(path.dirname(binary), uid));
  if (reachable) return { as: 'other', uid, gid };

  // Below a folder that only root may enter (/root, say). PostgreSQL checks who it is, not what it may do,
  // so it is let through closed folders by one capability instead of opening them for everybody.
  const setpriv = setprivPaths.find((file) => existsSync(file));
  if (setpriv === undefined) {
    throw new LocalPostgresError(
      `PostgreSQL doesn't run as root, and no other account may enter ${folder}. ` +
        'Start as an ordinary user, or choose a folder outside with DATA_DIR.',
    );
  }
  return { as: 'other', uid, gid, setpriv };
}

/** initdb wants an account that exists: PostgreSQL's own where there is one, else the powerless one of every Unix. */
function unprivilegedUser(): { uid: number; gid: number } {
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new LocalPostgresError('PostgreSQL refuses to run as root. Start as an ordinary user.');
}

async function isReachable(folder: string, uid: number): Promise<boolean> {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    if (existsSync(at)) {
      const { mode, uid: owner } = await stat(at);
      if ((mode & (owner === uid ? 0o100 : 0o001)) === 0) return false;
    }
    if (at === path.dirname(at)) return true;
  }
}
