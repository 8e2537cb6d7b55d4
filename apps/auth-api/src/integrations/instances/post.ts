import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

const timeoutMs = 3_000;

/** The host of a URL has an address that the API must not connect to. */
export class BlockedAddressError extends Error {
  constructor() {
    super('The host has an address that is not public.');
  }
}

/** RFC 4291: the only IPv6 addresses that are assigned to hosts on the internet. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address is public: not loopback, private, link-local, shared, reserved or multicast. */
export function isPublicAddress(text: string): boolean {
  const address = ipaddr.process(text);
  return address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(globalUnicast));
}

export interface PostBody {
  readonly contentType: string;
  readonly text: string;
}

/**
 * Posts a body to a URL that a customer chose, and returns the status of the response. Follows no redirects, ignores the response's body
 * and waits at most three seconds. With `publicOnly`, it connects to public addresses only. The addresses are checked when they
 * are resolved for the connection, so that DNS cannot return another one afterwards.
 */
export function post(
  url: URL,
  { contentType, text }: PostBody,
  { publicOnly }: { readonly publicOnly: boolean },
): Promise<number> {
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (publicOnly && ipaddr.isValid(literal) && !isPublicAddress(literal))
    return Promise.reject(new BlockedAddressError());
  const options: RequestOptions = {
    method: 'POST',
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
    headers: { 'content-type': contentType, 'content-length': Buffer.byteLength(text) },
    ...(publicOnly && { lookup: lookupPublicAddresses }),
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject);
    request.end(text);
  });
}

const lookupPublicAddresses: LookupFunction = (hostname, options, callback) => {
  resolvePublicAddresses(hostname, options).then(
    ([first, ...others]) => {
      if (options.all) callback(null, [first, ...others]);
      else callback(null, first.address, first.family);
    },
    (error: unknown) => {
      callback(error instanceof Error ? error : new BlockedAddressError(), []);
    },
  );
};

async function resolvePublicAddresses(
  hostname: string,
  options: LookupOptions,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const [first, ...others] = await lookup(hostname, { ...options, all: true });
  if (!first || ![first, ...others].every(({ address }) => isPublicAddress(address))) throw new BlockedAddressError();
  return [first, ...others];
}
