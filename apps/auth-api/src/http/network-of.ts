import ipaddr from 'ipaddr.js';

/** Some proxies tell the port, too. */
const withPort = /^\[(?<v6>.*)\](?::\d+)?$|^(?<v4>[\d.]+):\d+$/;

/**
 * Whom an address stands for, where callers are counted: of IPv6 the network of 64 bits that each subscriber has, however
 * the address is spelt; of IPv4 the address. Null where it is none.
 */
export function networkOf(address: string): string | null {
  const { v4, v6 } = withPort.exec(address)?.groups ?? {};
  const bare = v4 ?? v6 ?? address;
  if (!ipaddr.isValid(bare)) return null;
  const parsed = ipaddr.process(bare);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
