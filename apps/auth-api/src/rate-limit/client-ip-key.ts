import ipaddr from 'ipaddr.js';

/** Some proxies add the port. */
const addressWithPort = /^\[(?<v6>.*)\](?::\d+)?$|^(?<v4>[\d.]+):\d+$/;

/**
 * The key under which a client IP is counted: an IPv4 address, or the /64 network of an IPv6 address, which one subscriber
 * typically owns. Null if it is not an IP address.
 */
export function clientIpKey(address: string): string | null {
  const { v4, v6 } = addressWithPort.exec(address)?.groups ?? {};
  const bare = v4 ?? v6 ?? address;
  if (!ipaddr.isValid(bare)) return null;
  const parsed = ipaddr.process(bare);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
