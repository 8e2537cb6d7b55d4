import { readFile } from 'node:fs/promises';

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('the Dockerfile', () => {
  it('copies the manifest of each workspace before it installs, because `npm ci` needs all of them', async () => {
    const { packages } = JSON.parse(await read('package-lock.json')) as { packages: Record<string, unknown> };
    const workspaces = Object.keys(packages).filter((path) => path !== '' && !path.includes('node_modules/'));
    const copied = (await read('Dockerfile')).matchAll(/^COPY (\S+)\/package\.json \1\/package\.json$/gm);
    expect([...copied].map(([, folder]) => folder).toSorted()).toEqual(workspaces.toSorted());
  });
});
