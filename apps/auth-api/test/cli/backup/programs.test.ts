import { readFile } from 'node:fs/promises';
import { connectionOptions } from '../../../src/cli/backup/postgres-programs.ts';

describe('pg_dump and pg_restore', () => {
  const url = 'postgresql://owner@db.example.com/portal';

  it('get the password only through the environment', () => {
    const { args, env } = connectionOptions('postgresql://owner:p%40ss@db.example.com/portal');
    expect(args).toEqual(['--dbname', url]);
    expect(env).toEqual({ PGPASSWORD: 'p@ss' });
  });

  it('verify a certificate against the system’s authorities if the URL names no file, as the API does', () => {
    expect(connectionOptions(`${url}?sslmode=verify-full`).env).toEqual({ PGSSLROOTCERT: 'system' });
  });

  it.each(['?sslmode=verify-full&sslrootcert=/run/owner-secrets/ca.pem', '?sslmode=require', ''])(
    'use the certificate options of the URL unchanged: %s',
    (query) => expect(connectionOptions(`${url}${query}`)).toEqual({ args: ['--dbname', `${url}${query}`], env: {} }),
  );
});

it('the image for backups contains the system’s certificate authorities', async () => {
  const dockerfile = await readFile(new URL('../../../../../Dockerfile', import.meta.url), 'utf8');
  const [, image = ''] = /^FROM \S+ AS backup\n((?:(?!FROM ).*\n)*)/m.exec(dockerfile) ?? [];
  expect(image).toMatch(/apt-get install .*ca-certificates/);
});
