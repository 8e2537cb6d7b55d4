import systemDns from 'node:dns/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import {
  addressInUrl,
  BlockedAddressError,
  isPublicAddress,
  post,
  type PostOptions,
} from '../../../src/integrations/customer-urls/post.ts';
import { DnsServer } from '../../support/dns-server.ts';
import { closeServer, listen } from '../../support/listen.ts';

const body = { contentType: 'application/json', text: '{"a":"é"}' };
const anyAddress: PostOptions = { publicOnly: false, timeoutMs: 1_000, maxAnswerBytes: 1_024 };
const publicOnly: PostOptions = { ...anyAddress, publicOnly: true };

let respond: RequestListener;
let received: { url: string | undefined; headers: Record<string, unknown>; text: string }[];
let server: Server;
let port: number;
let url: URL;
const dns = new DnsServer();
let systemServers: string[];
beforeAll(async () => {
  server = createServer((request, response) => {
    const { url: path, headers } = request;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ url: path, headers, text: Buffer.concat(chunks).toString() });
      respond(request, response);
    });
  });
  port = await listen(server);
  url = new URL(`http://127.0.0.1:${port}/hook?a=1`);
  systemServers = systemDns.getServers();
  systemDns.setServers([await dns.start()]);
});
beforeEach(() => {
  received = [];
  dns.answers.clear();
  dns.queries.length = 0;
  dns.isSilent = false;
  respond = (_request, response) => {
    response.end('ok');
  };
});
afterAll(async () => {
  systemDns.setServers(systemServers);
  await dns.stop();
  server.closeAllConnections();
  await closeServer(server);
});

describe('a request to a URL of a customer', () => {
  it('sends the body and the headers, and returns the answer', async () => {
    respond = (_request, response) => {
      response.writeHead(422).end('no such contract');
    };
    expect(await post(url, { ...body, headers: { 'webhook-id': 'one' } }, anyAddress)).toEqual({
      status: 422,
      text: 'no such contract',
    });
    expect(received).toEqual([
      {
        url: '/hook?a=1',
        text: body.text,
        headers: expect.objectContaining({
          'content-type': 'application/json',
          'content-length': '10',
          'user-agent': 'auth-api',
          'webhook-id': 'one',
        }) as Record<string, unknown>,
      },
    ]);
  });

  it('follows no redirect', async () => {
    respond = (_request, response) => {
      response.writeHead(307, { location: `${url.origin}/elsewhere` }).end();
    };
    expect(await post(url, body, anyAddress)).toMatchObject({ status: 307 });
    expect(received.map(({ url: path }) => path)).toEqual(['/hook?a=1']);
  });

  it('reads the start of a long answer and closes the connection', async () => {
    const closed = new Promise<void>((resolve) => {
      respond = (_request, response) => {
        response.on('close', resolve);
        const more = () => response.write('x'.repeat(1_000), more);
        more();
      };
    });
    const { text } = await post(url, body, { ...anyAddress, timeoutMs: 5_000, maxAnswerBytes: 16_384 });
    expect(text).toBe('x'.repeat(16_384));
    await closed;
  });

  it.each<[string, RequestListener]>([
    ['does not answer', () => undefined],
    ['sends its answer drop by drop', (_request, response) => drip(() => response.write('x'))],
    ['sends its headers drop by drop', ({ socket }) => drip(() => socket.write('H'))],
  ])('gives up in time on a receiver that %s', async (_what, listener) => {
    respond = listener;
    const startedAt = Date.now();
    await expect(post(url, body, { ...anyAddress, timeoutMs: 300, maxAnswerBytes: 16_384 })).rejects.toThrow();
    expect(Date.now() - startedAt).toBeLessThan(1_000);
    server.closeAllConnections();
  });

  it('fails if the connection ends within the answer', async () => {
    respond = ({ socket }, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('half');
      setTimeout(() => socket.destroy(), 20);
    };
    await expect(post(url, body, anyAddress)).rejects.toThrow();
  });

  it('connects to the allowed ports only', async () => {
    const ports = [443, 8443];
    for (const blocked of ['https://127.0.0.1:22/', 'https://127.0.0.1:6379/', 'http://127.0.0.1/'])
      await expect(post(new URL(blocked), body, { ...anyAddress, ports })).rejects.toBeInstanceOf(BlockedAddressError);
    // These are tried: nothing listens there.
    for (const allowed of ['https://127.0.0.1/', 'https://127.0.0.1:8443/'])
      await expect(post(new URL(allowed), body, { ...anyAddress, ports })).rejects.toMatchObject({
        code: 'ECONNREFUSED',
      });
  });
});

const drip = (write: () => unknown) => {
  const timer = setInterval(write, 20);
  setTimeout(() => clearInterval(timer), 800);
};

describe('the name of a customer’s host', () => {
  const named = (host: string) => new URL(`http://${host}:${port}/hook`);

  it('may resolve to any address if other networks are allowed', async () => {
    expect(await post(new URL(`http://localhost:${port}`), body, anyAddress)).toMatchObject({ status: 200 });
  });

  it.each([
    ['an address of this machine', ['127.0.0.1']],
    ['a private address', ['10.1.2.3']],
    ['the metadata service', ['169.254.169.254']],
    ['a public and a private address', ['8.8.8.8', '127.0.0.1']],
    ['a public IPv4 and a private IPv6 address', ['8.8.8.8', 'fd00::1']],
    ['an IPv4-mapped address', ['::ffff:127.0.0.1']],
  ])('must not resolve to %s', async (_what, addresses) => {
    dns.answers.set('hooks.example.com', [addresses]);
    await expect(post(named('hooks.example.com'), body, publicOnly)).rejects.toBeInstanceOf(BlockedAddressError);
    expect(received).toEqual([]);
  });

  it('is resolved once, so that DNS cannot return another address for the connection', async () => {
    // An address for benchmarks (RFC 2544) is not public; 192.0.43.7 is, and nothing here reaches it.
    dns.answers.set('rebinds.example.com', [['192.0.43.7'], ['127.0.0.1']]);
    await expect(post(named('rebinds.example.com'), body, { ...publicOnly, timeoutMs: 300 })).rejects.toThrow();
    expect([received, dns.queries.sort()]).toEqual([[], ['rebinds.example.com 1', 'rebinds.example.com 28']]);
    await expect(post(named('rebinds.example.com'), body, publicOnly)).rejects.toBeInstanceOf(BlockedAddressError);
  });

  it('fails if it does not exist', async () => {
    await expect(post(named('missing.example.com'), body, publicOnly)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('does not delay other lookups while its DNS server does not answer', async () => {
    dns.isSilent = true;
    const slow = Array.from({ length: 20 }, (_, index) => post(named(`slow-${index}.example.com`), body, publicOnly));
    const failed = Promise.allSettled(slow);
    const startedAt = Date.now();
    const socket = await new Promise<Socket>((resolve) => {
      const connection = connect({ host: 'localhost', port: (server.address() as AddressInfo).port }, () =>
        resolve(connection),
      );
    });
    socket.destroy();
    expect(Date.now() - startedAt).toBeLessThan(500);
    expect((await failed).filter(({ status }) => status === 'fulfilled')).toEqual([]);
  });
});

describe('an IP address in a URL', () => {
  it.each([
    ['http://127.0.0.1/', '127.0.0.1'],
    ['http://127.1/', '127.0.0.1'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['http://2130706433/', '127.0.0.1'],
    ['http://0177.0.0.1/', '127.0.0.1'],
    ['http://１２７.０.０.１/', '127.0.0.1'],
    ['http://[::1]/', '::1'],
    ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
    ['http://hooks.example.com/', null],
    ['http://127.0.0.1.example.com/', null],
  ])('is found in %s', (text, address) => expect(addressInUrl(new URL(text))).toBe(address));

  it.each(['127.1', '0x7f.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '169.254.169.254'])(
    'is rejected if it is not public: %s',
    async (host) => {
      const local = new URL(`http://${host}:${port}/`);
      await expect(post(local, body, publicOnly)).rejects.toBeInstanceOf(BlockedAddressError);
      expect(received).toEqual([]);
    },
  );
});

// Each class, because most are recognized by the ranges of ipaddr.js, which an update could change.
describe('an address that is not public', () => {
  it.each([
    ['unspecified', ['0.0.0.0', '0.1.2.3', '::']],
    ['loopback', ['127.0.0.1', '127.255.255.254', '::1']],
    ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1']],
    ['shared, behind the NAT of a carrier', ['100.64.0.1', '100.127.255.255']],
    ['link-local', ['169.254.0.1', 'fe80::1', 'febf::1']],
    ['a metadata service', ['169.254.169.254', '169.254.170.2', 'fd00:ec2::254', '100.100.100.200']],
    ['unique local', ['fc00::1', 'fdff:ffff::1']],
    ['site-local', ['fec0::1']],
    ['IPv4-mapped', ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:169.254.169.254']],
    ['IPv4-compatible', ['::7f00:1', '::10.0.0.1']],
    ['IPv4-translated', ['::ffff:0:127.0.0.1', '::ffff:0:7f00:1']],
    ['NAT64', ['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::7f00:1']],
    ['6to4', ['2002:7f00:1::1', '2002:a00:1::', '192.88.99.1']],
    ['Teredo', ['2001::1', '2001:0:7f00:1::']],
    ['segment routing', ['5f00::1']],
    ['discard-only', ['100::1']],
    ['benchmarking', ['198.18.0.1', '198.19.255.255', '2001:2::1']],
    ['documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1']],
    ['protocol assignments', ['192.0.0.1', '192.0.0.170']],
    ['ORCHID', ['2001:10::1', '2001:20::1']],
    ['multicast', ['224.0.0.1', '239.255.255.255', 'ff02::1']],
    ['reserved', ['240.0.0.1', '255.255.255.255', '4000::1']],
  ])('is one that is %s', (_class, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });

  it('is none of these', () => {
    const addresses = [
      '8.8.8.8',
      '1.1.1.1',
      '172.15.0.1',
      '172.32.0.1',
      '100.63.255.255',
      '192.169.0.1',
      '2a00:1450::1',
      '2606:4700::1',
    ];
    expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([]);
  });
});
