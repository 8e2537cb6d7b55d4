import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import installPacked from '@portal/config/install-packed';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'client-package-'));
  installPacked(folder);
});
afterAll(() => rm(folder, { recursive: true }));

it('the packed client runs in plain Node, without dependencies', async () => {
  const program = `
    import { createClient } from '@portal/client';
    import { routes } from '@portal/client/operations';
    const client = createClient({ url: 'http://127.0.0.1:1', token: 'x', attempts: 1 });
    console.log(routes.whoami.path, await client.call('whoami', {}).catch(({ type }) => type));
  `;
  await writeFile(path.join(folder, 'program.js'), program);
  expect(execFileSync(process.execPath, ['program.js'], { cwd: folder, encoding: 'utf8' })).toBe(
    '/whoami Unreachable\n',
  );
});
