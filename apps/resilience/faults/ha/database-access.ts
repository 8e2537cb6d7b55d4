import { join } from 'node:path';
import { freePorts } from '../../support/free-ports.ts';
import { accepts } from './accepts.ts';
import type { CertificateAuthority } from './certificates.ts';
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

interface AccessOptions {
  readonly nodes: readonly DatabaseNode[];
  readonly programs: HaPrograms;
  readonly folder: WorkFolder;
  readonly authority: CertificateAuthority;
  /** The login of the API and its SCRAM secret, as a line of PgBouncer's userlist.txt. */
  readonly userlist: string;
}

export async function startDatabaseAccess(
  name: string,
  { nodes, programs, folder, authority, userlist }: AccessOptions,
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
  const pgbouncerIni = overrideIni(await readReference('pgbouncer.ini'), {
    portal: `portal = host=127.0.0.1 port=${primary}`,
    listen_port: `listen_port = ${pooled}`,
    auth_file: `auth_file = ${await folder.write(`${name}-userlist.txt`, userlist)}`,
    server_tls_ca_file: `server_tls_ca_file = ${authority.path}`,
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
