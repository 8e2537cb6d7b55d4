import { readdir, readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { readReference } from './reference.ts';

const folder = new URL('../../../../../deploy/high-availability/', import.meta.url);
const page = () => readFile(new URL('../../docs/operating/high-availability.md', folder), 'utf8');

interface Patroni {
  readonly bootstrap: {
    readonly dcs: {
      readonly ttl: number;
      readonly loop_wait: number;
      readonly retry_timeout: number;
      readonly synchronous_mode: boolean;
    };
  };
}

describe('the reference of a highly available deployment', () => {
  it('has no variable that its page does not explain', async () => {
    const text = await page();
    for (const name of await readdir(folder)) {
      const variables = [...(await readReference(name)).matchAll(/\$\{([A-Z_0-9]+)\}/g)].map(
        ([, variable = '']) => variable,
      );
      expect([name, variables.filter((variable) => !text.includes(variable))]).toEqual([name, []]);
    }
  });

  it('gives a primary that cannot renew its lock the time to step down before another one takes over', async () => {
    const { dcs } = (parse(await readReference('patroni.yml')) as Patroni).bootstrap;
    expect(dcs.loop_wait + 2 * dcs.retry_timeout).toBeLessThanOrEqual(dcs.ttl);
    expect(dcs.ttl).toBeLessThan(30);
    expect(dcs.synchronous_mode).toBe(true);
  });
});
