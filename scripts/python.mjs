#!/usr/bin/env node
// Prints the path of a Python for docs/connect/samples/service.py. Installs Debian's packages if it can.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const packages = ['python3-jwt', 'python3-cryptography'];
const missingMessage =
  'The tests of docs/connect/samples/service.py need Python 3 with PyJWT and cryptography. ' +
  'Install python3-jwt and python3-cryptography, or set PYTHON to a Python that has both.';

/** The path of a Python that has PyJWT and cryptography: the one in PYTHON, the system's, or the one in PATH. */
export function getPython() {
  const found = findPython();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stderr.write('PyJWT is not installed. Installing the system package …\n');
    const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    spawnSync('apt-get', ['update'], options);
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options);
    const packaged = findPython();
    if (packaged) return packaged;
  }
  throw new Error(missingMessage);
}

function findPython() {
  const candidates = [process.env['PYTHON'], '/usr/bin/python3', 'python3'].filter(Boolean);
  return candidates.find((python) => spawnSync(python, ['-c', 'import jwt, cryptography']).status === 0);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    process.stdout.write(`${getPython()}\n`);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
