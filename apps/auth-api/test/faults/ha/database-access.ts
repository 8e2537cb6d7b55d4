import { join } from 'node:path';
import { freePorts } from '../../support/free-ports.ts';
import { accepts } from './accepts.ts';
import type { DatabaseNode } from './node.ts';
import { overrideIni } from './measurements.ts';
import type { HaPrograms } from './programs.ts';
import { readReference } from './reference.ts';
import { startInRoot, type WorkFolder } from './run-in-root.ts';

/** HAProxy and PgBouncer of one API machine. */
export interface DatabaseAccess {
  /** Ports of 127.0.0.1: PgBouncer, the primary directly, and a standby (the primary if there is none). */
  readonly ports: { readonly pooled: number; readonly primary: number; readonly standby: number };
  stop(): Promise<void>;
}

export async function startDatabaseAccess(
  name: string,
  nodes: readonly DatabaseNode[],
  programs: HaPrograms,
  folder: WorkFolder,
): Promise<DatabaseAccess> {
  const [pooled = 0, primary = 0, standby = 0] = await freePorts(3);
  const haproxyConfig = await folder.write(`${name}-haproxy.cfg`, await readReference('haproxy.cfg'));
  const haproxy = await startInRoot(programs, {
    program: programs.haproxy,
    args: ['-db', '-f', haproxyConfig],
    environment: {
      LISTEN_ADDRESS: '127.0.0.1',
      PRIMARY_PORT: String(primary),
      STANDBY_PORT: String(standby),
      ...Object.fromEntries(nodes.map(({ address }, index) => [`DB_${index + 1}`, address])),
    },
    logFile: join(folder.hostPath, `${name}-haproxy.log`),
    isReady: () => accepts('127.0.0.1', primary),
  });
  const users = await folder.write(`${name}-users.txt`, '"auth_api" ""\n');
  // The fault tests have a database for each run, and neither passwords nor certificates.
  const pgbouncerIni = overrideIni(await readReference('pgbouncer.ini'), {
    portal: `* = host=127.0.0.1 port=${primary}`,
    listen_port: `listen_port = ${pooled}`,
    auth_type: 'auth_type = trust',
    auth_file: `auth_file = ${users}`,
    server_tls_sslmode: undefined,
    server_tls_ca_file: undefined,
  });
  const pgbouncer = await startInRoot(programs, {
    program: programs.pgbouncer,
    args: ['-q', await folder.write(`${name}-pgbouncer.ini`, pgbouncerIni)],
    logFile: join(folder.hostPath, `${name}-pgbouncer.log`),
    isReady: () => accepts('127.0.0.1', pooled),
  });
  return {
    ports: { pooled, primary, standby },
    async stop() {
      await pgbouncer.stop('SIGKILL');
      await haproxy.stop('SIGKILL');
    },
  };
}
