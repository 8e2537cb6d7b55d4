import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import installPacked from '@portal/config/install-packed';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'instance-package-'));
  installPacked(folder, { jose: fileURLToPath(new URL('../../../node_modules/jose', import.meta.url)) });
});
afterAll(() => rm(folder, { recursive: true }));

it('the packed kit runs in plain Node, with jose as its only dependency', async () => {
  const program = `
    import { createInstance } from '@portal/instance';
    import { nodeHandler } from '@portal/instance/node';
    const url = 'https://instance.example.com';
    const instance = createInstance({ apiUrl: url, portalUrl: url, url, acceptsWorkspace: [] });
    nodeHandler(instance);
    const request = new Request(url + '/backchannel-logout', { method: 'POST', body: 'logout_token=x.y.z' });
    console.log((await instance.handle(request)).status);
  `;
  await writeFile(path.join(folder, 'program.js'), program);
  expect(execFileSync(process.execPath, ['program.js'], { cwd: folder, encoding: 'utf8' })).toBe('400\n');
  expect((await readdir(path.join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual([
    '@portal',
    'jose',
  ]);
  const files = await readdir(path.join(folder, 'node_modules', '@portal', 'instance'));
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'index.d.ts', 'index.js', 'node.d.ts', 'node.js']));
  expect(files.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))).toEqual([]);
});
