import { createServer, request, type Server } from 'node:http';
import { requestUlidHeader } from '@portal/contract';
import { ulid } from 'ulid';
import { isTrustedProxy } from '../../../src/request/middleware/trusted-proxies.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { auditEntriesOf } from '../../support/audit-log.ts';
import { logIn, makeUser } from '../../support/builders.ts';
import { startFakeIdentityProvider, type FakeIdentityProvider } from '../../support/fake-identity-provider.ts';
import { startForwardingProxy, type ForwardingProxy } from '../../support/forwarding-proxy.ts';
import { closeServer, listen } from '../../support/listen.ts';

describe('behind a CDN and a proxy, which each append the address of their client,', () => {
  const cdnAddress = '127.0.0.2';
  const proxyAddress = '127.0.0.3';
  let provider: FakeIdentityProvider;
  let chains: Record<'trusting' | 'counting', Chain>;

  interface Chain {
    readonly api: TestApi;
    readonly server: Server;
    readonly proxy: ForwardingProxy;
    readonly cdn: ForwardingProxy;
  }

  async function startChain(settings: Record<string, string>): Promise<Chain> {
    const api = await startApi({ ...settings, AUTH0_URL: provider.url, RATE_LIMIT_MULTIPLIER: '1' });
    const server = createServer(api.app);
    const proxy = await startForwardingProxy(`http://127.0.0.1:${await listen(server)}`, proxyAddress);
    return { api, server, proxy, cdn: await startForwardingProxy(proxy.url, cdnAddress) };
  }

  beforeAll(async () => {
    provider = await startFakeIdentityProvider();
    chains = {
      trusting: await startChain({ TRUSTED_PROXIES: '1', TRUSTED_PROXY_RANGES: `192.0.2.0/24 ${cdnAddress}/32` }),
      counting: await startChain({ TRUSTED_PROXIES: '1' }),
    };
  });
  afterAll(async () => {
    for (const { api, server, proxy, cdn } of Object.values(chains)) {
      await Promise.all([cdn.close(), proxy.close(), closeServer(server)]);
      await api.close();
    }
    await provider.close();
  });

  interface Sent {
    readonly method?: string;
    readonly path?: string;
    readonly headers?: Record<string, string>;
  }

  /** Sends a request from an address and returns status and headers of the response. */
  const send = (to: ForwardingProxy, localAddress: string, { method, path = '/auth/login', headers }: Sent = {}) =>
    new Promise<{ status: number | undefined; ratelimit: string }>((resolve, reject) => {
      request(
        new URL(path, to.url),
        { localAddress, agent: false, ...(method !== undefined && { method }), ...(headers && { headers }) },
        (response) => {
          response.resume().on('end', () => {
            resolve({ status: response.statusCode, ratelimit: String(response.headers.ratelimit) });
          });
        },
      )
        .on('error', reject)
        .end();
    });

  const navigation = { Referer: 'http://localhost:9000/' };
  /** How many logins of an address are left after this one. */
  const loginFrom = async (to: ForwardingProxy, address: string, forwardedFor?: string) => {
    const headers = { ...navigation, ...(forwardedFor !== undefined && { 'X-Forwarded-For': forwardedFor }) };
    const { ratelimit } = await send(to, address, { headers });
    return Number(/r=(\d+)/.exec(ratelimit)?.[1]);
  };

  it('each client has a limit of logins of its own, which a forged X-Forwarded-For does not change', async () => {
    const { cdn } = chains.trusting;
    expect(await loginFrom(cdn, '127.0.0.10')).toBe(299);
    expect(await loginFrom(cdn, '127.0.0.10', '198.51.100.1')).toBe(298);
    expect(await loginFrom(cdn, '127.0.0.10', `198.51.100.2, ${cdnAddress}`)).toBe(297);
    expect(await loginFrom(cdn, '127.0.0.11')).toBe(299);
  });

  it('a client that goes around the CDN cannot claim another address', async () => {
    const { proxy } = chains.trusting;
    expect(await loginFrom(proxy, '127.0.0.20', '198.51.100.3')).toBe(299);
    expect(await loginFrom(proxy, '127.0.0.20', `198.51.100.4, ${cdnAddress}`)).toBe(298);
  });

  it('the audit log has the address of the client', async () => {
    const { api, cdn } = chains.trusting;
    const user = await makeUser(api, { emailVerified: true });
    const { cookie = '' } = await logIn(api, user);
    await logIn(api, user);
    const [entry] = await auditEntriesOf(api, () =>
      send(cdn, '127.0.0.12', {
        method: 'DELETE',
        path: `/users/${user.id}/sessions`,
        headers: { cookie, [requestUlidHeader]: ulid() },
      }),
    );
    expect(entry).toMatchObject({ ip: '127.0.0.12' });
  });

  it('all clients share the limit of the CDN if its addresses are not trusted', async () => {
    const { cdn } = chains.counting;
    expect(await loginFrom(cdn, '127.0.0.10')).toBe(299);
    expect(await loginFrom(cdn, '127.0.0.11')).toBe(298);
  });
});

describe('a trusted proxy', () => {
  const settings = { TRUSTED_PROXIES: 0, TRUSTED_PROXY_RANGES: ['192.0.2.0/24', '2001:db8::/32'] };

  it.each([
    ['192.0.2.7', true],
    ['192.0.2.7:443', true],
    ['::ffff:192.0.2.7', true],
    ['[2001:db8::7]:443', true],
    ['2001:DB8::7', true],
    ['192.0.3.7', false],
    ['2001:db9::7', false],
    ['unknown', false],
    ['', false],
  ])('is recognized by its address: %j, %s', (address, expected) =>
    expect(isTrustedProxy(settings)(address, 0)).toBe(expected),
  );
});
