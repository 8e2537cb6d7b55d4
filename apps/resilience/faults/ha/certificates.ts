import { join } from 'node:path';
import type { HaPrograms } from './programs.ts';
import { runInRoot, type WorkFolder } from './run-in-root.ts';

/** A private certificate authority of one run. */
export interface CertificateAuthority {
  /** The path of its certificate as the programs see it. */
  readonly path: string;
  /** The path as this process sees it. */
  readonly hostPath: string;
  /** Creates the certificate and the key of a database machine; returns their paths. */
  issue(name: string, address: string): Promise<{ certificate: string; key: string }>;
}

export async function makeCertificateAuthority(
  programs: HaPrograms,
  folder: WorkFolder,
): Promise<CertificateAuthority> {
  const secrets = await folder.makeFolder('certificates');
  const make = async (name: string, args: readonly string[]) => {
    const files = { certificate: join(secrets, `${name}.crt`), key: join(secrets, `${name}.key`) };
    const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc', '-keyout', files.key];
    const request = ['req', '-x509', '-days', '2', '-subj', `/CN=${name}`, ...newKey, '-out', files.certificate];
    await runInRoot(programs, [programs.openssl, ...request, ...args]);
    return files;
  };
  const authority = await make('database-ca', []);
  return {
    path: authority.certificate,
    hostPath: join(folder.hostPath, 'certificates/database-ca.crt'),
    issue(name, address) {
      // Instead of `database.internal`, which a deployment has in /etc/hosts, the API and PgBouncer connect to 127.0.0.1.
      const names = `subjectAltName=IP:127.0.0.1,IP:${address}`;
      const signed = ['-CA', authority.certificate, '-CAkey', authority.key];
      return make(name, [...signed, '-addext', 'basicConstraints=critical,CA:FALSE', '-addext', names]);
    },
  };
}
