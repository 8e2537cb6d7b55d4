import { readFile } from 'node:fs/promises';
import { connectionOf } from '../src/backup/programs.ts';

describe('pg_dump and pg_restore', () => {
  const at = 'postgresql://owner@db.example.com/portal';

  it('get the password by the environment alone', () => {
    const { words, env } = connectionOf('postgresql://owner:p%40ss@db.example.com/portal');
    expect(words).toEqual(['--dbname', at]);
    expect(env).toEqual({ PGPASSWORD: 'p@ss' });
  });

  it('check a certificate against the usual authorities where the address names no file, as the API does', () => {
    expect(connectionOf(`${at}?sslmode=verify-full`).env).toEqual({ PGSSLROOTCERT: 'system' });
  });

  it.each(['?sslmode=verify-full&sslrootcert=/run/owner-secrets/ca.pem', '?sslmode=require', ''])(
    'take the certificates of the address as it is: %s',
    (query) => expect(connectionOf(`${at}${query}`)).toEqual({ words: ['--dbname', `${at}${query}`], env: {} }),
  );
});

it('the image for backups has the usual certificate authorities', async () => {
  const dockerfile = await readFile(new URL('../../../Dockerfile', import.meta.url), 'utf8');
  const [, image = ''] = /^FROM \S+ AS backup\n((?:(?!FROM ).*\n)*)/m.exec(dockerfile) ?? [];
  expect(image).toMatch(/apt-get install .*ca-certificates/);
});
