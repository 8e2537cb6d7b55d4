import { readdir, readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { takeoverLimitMs } from '../../../faults/ha/faults.ts';
import { readReference } from '../../../faults/ha/reference.ts';

const folder = new URL('../../../../../deploy/high-availability/', import.meta.url);
const page = () => readFile(new URL('../../docs/operating/high-availability-patroni.md', folder), 'utf8');

interface Patroni {
  readonly postgresql: { readonly pg_hba: readonly string[] };
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

  it('lets the owner reach the scratch databases of a restore, and the API only its own database', async () => {
    const { pg_hba: rules } = (parse(await readReference('patroni.yml')) as Patroni).postgresql;
    expect(rules.filter((rule) => rule.includes('API_NETWORK'))).toEqual([
      'hostssl all portal ${API_NETWORK} scram-sha-256',
      'hostssl portal auth_api ${API_NETWORK} scram-sha-256',
    ]);
  });

  it('has an API that its proxies reach: at the address and the port that they use', async () => {
    const text = await page();
    const host = /^ *HOST=(.+)$/m.exec(text)?.[1] ?? '';
    expect(text).toContain(`AUTH_API_UPSTREAMS='to ${host}:9001 `);
    expect(text).toMatch(/\| API machines +\| 9001 +\| the two proxies +\|/);
  });

  it('moves the public address within the limit of the faults, whether Caddy hangs or the machine is lost', async () => {
    const config = await readReference('keepalived.conf');
    const numberAfter = (text: string) => Number(new RegExp(`${text} (\\d+)`).exec(config)?.[1]);
    const adverts = numberAfter('advert_int');
    const takeover = ((256 - numberAfter('priority')) / 256) * adverts;
    const noticesCaddy = numberAfter('interval') * numberAfter('fall') + numberAfter('--max-time');
    expect((noticesCaddy + takeover) * 1_000).toBeLessThanOrEqual(takeoverLimitMs);
    expect((3 * adverts + takeover) * 1_000).toBeLessThanOrEqual(takeoverLimitMs);
  });

  it('gives a primary that cannot renew its lock the time to step down before another one takes over', async () => {
    const { dcs } = (parse(await readReference('patroni.yml')) as Patroni).bootstrap;
    expect(dcs.loop_wait + 2 * dcs.retry_timeout).toBeLessThanOrEqual(dcs.ttl);
    expect(dcs.ttl).toBeLessThan(30);
    expect(dcs.synchronous_mode).toBe(true);
  });
});
