import type { LookupAddress } from 'node:dns';
import dns from 'node:dns/promises';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The API must not connect to a URL: its host has an address that is not public, or its port is not allowed. */
export class BlockedAddressError extends Error {
  constructor() {
    super('The API does not connect to this address.');
  }
}

/** RFC 4291: the only IPv6 addresses that are assigned to hosts on the internet. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** RFC 9637: addresses for documentation, which ipaddr.js does not know. */
const documentation = ipaddr.IPv6.parseCIDR('3fff::/20');

/** Whether an IP address is public: not loopback, private, link-local, shared, reserved or multicast, and no way to another network. */
export function isPublicAddress(text: string): boolean {
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || (address.match(globalUnicast) && !address.match(documentation));
}

/** The IP address that a URL has instead of a name; null if it has a name. */
export function addressInUrl({ hostname }: URL): string | null {
  const host = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(host) ? host : null;
}

export interface PostBody {
  readonly contentType: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface PostOptions {
  /** Connects to public addresses only. */
  readonly publicOnly: boolean;
  /** The ports to which it connects; any port by default. */
  readonly ports?: readonly number[];
  /** For everything: finding the address, connecting, and reading the answer. */
  readonly timeoutMs: number;
  /** How much of the answer's body is read, in bytes. */
  readonly maxAnswerBytes: number;
}

export interface Answer {
  readonly status: number;
  /** The start of the answer's body. */
  readonly text: string;
}

/**
 * Posts a body to a URL that a customer chose, and returns the answer. It is the only client for such URLs. It follows no redirects, and
 * closes the connection once it has read enough. With `publicOnly`, the addresses are checked when they are resolved for the connection,
 * so that DNS cannot return another one afterwards.
 */
export function post(url: URL, body: PostBody, options: PostOptions): Promise<Answer> {
  const { publicOnly, ports, timeoutMs, maxAnswerBytes } = options;
  const address = addressInUrl(url);
  if (publicOnly && address !== null && !isPublicAddress(address)) return Promise.reject(new BlockedAddressError());
  if (ports && !ports.includes(portOf(url))) return Promise.reject(new BlockedAddressError());
  const signal = AbortSignal.timeout(timeoutMs);
  const requestOptions: RequestOptions = {
    method: 'POST',
    agent: false,
    signal,
    headers: {
      // Firewalls often reject requests without one.
      'user-agent': 'auth-api',
      'content-type': body.contentType,
      'content-length': Buffer.byteLength(body.text),
      ...body.headers,
    },
    ...(publicOnly && { lookup: publicLookup(signal) }),
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, requestOptions, (response) => {
      readStart(response, maxAnswerBytes).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject);
    });
    request.on('error', reject);
    request.end(body.text);
  });
}

const portOf = ({ port, protocol }: URL) => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port));

/** Leaving the loop closes the connection. */
async function readStart(response: IncomingMessage, maxBytes: number): Promise<string> {
  let start = Buffer.alloc(0);
  if (maxBytes === 0) response.destroy();
  else
    for await (const chunk of response as AsyncIterable<Buffer>) {
      start = Buffer.concat([start, chunk]);
      if (start.length >= maxBytes) break;
    }
  return start.subarray(0, maxBytes).toString('utf8');
}

/** The `lookup` of a request that connects to public addresses only. */
const publicLookup =
  (signal: AbortSignal): LookupFunction =>
  (hostname, options, callback) => {
    resolvePublicAddresses(hostname, signal).then(
      ([first, ...others]) => {
        if (options.all) callback(null, [first, ...others]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error as NodeJS.ErrnoException, []),
    );
  };

/**
 * Asks the DNS servers, and not the operating system: `dns.lookup` runs at most two lookups of the whole process at a time (libuv), so that
 * the slow DNS servers of two customers would delay the connections to the database and to Auth0. Names in `/etc/hosts` and the search
 * domains of a cluster do not count, either.
 */
async function resolvePublicAddresses(
  hostname: string,
  signal: AbortSignal,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const resolver = new dns.Resolver();
  resolver.setServers(dns.getServers());
  signal.addEventListener('abort', () => resolver.cancel(), { once: true });
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const [first, ...others] = [...addressesOf(ipv4, 4), ...addressesOf(ipv6, 6)];
  if (!first && ipv4.status === 'rejected') throw ipv4.reason;
  if (!first || ![first, ...others].every(({ address }) => isPublicAddress(address))) throw new BlockedAddressError();
  return [first, ...others];
}

const addressesOf = (result: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : [];
