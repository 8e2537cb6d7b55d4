import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../support/free-ports.ts';
import { startExternalProcess } from './external-process.ts';

/** PgBouncer refuses to run as root, so a test that is root starts it as the user `nobody`. */
const unprivilegedUserId = 65_534;

export interface PgBouncer {
  /** The URL of the same database through PgBouncer. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts PgBouncer in transaction mode, with the settings that docs/operating/configure.md recommends. */
export async function startPgBouncer(program: string, databaseUrl: string): Promise<PgBouncer> {
  const target = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
  await chmod(folder, 0o755);
  const [port = 0] = await freePorts(1);
  const config = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'users.txt');
  await writeFile(users, `"${decodeURIComponent(target.username)}" "${decodeURIComponent(target.password)}"\n`);
  await writeFile(
    config,
    `[databases]
* = host=${target.hostname} port=${target.port}
[pgbouncer]
pool_mode = transaction
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
default_pool_size = 20
server_login_retry = 1
query_wait_timeout = 5
`,
  );
  const isReady = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.once('error', () => resolve(false)).once('close', () => socket.destroy());
      socket.once('connect', () => socket.end());
    });
  const user = process.getuid?.() === 0 ? { uid: unprivilegedUserId, gid: unprivilegedUserId } : {};
  const running = await startExternalProcess({ program, args: ['-q', config], isReady, ...user });
  const url = new URL(databaseUrl);
  url.port = String(port);
  return {
    url: url.href,
    async stop() {
      await running.stop('SIGINT');
      await rm(folder, { recursive: true });
    },
  };
}
