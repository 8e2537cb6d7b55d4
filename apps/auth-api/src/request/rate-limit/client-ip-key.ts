import ipaddr from 'ipaddr.js';
import { parseIpAddress } from '../../platform/lib/parse-ip-address.ts';

/**
 * The key under which a client IP is counted: an IPv4 address, or the /64 network of an IPv6 address, which one subscriber
 * typically owns. Null if it is not an IP address.
 */
export function clientIpKey(address: string): string | null {
  const parsed = parseIpAddress(address);
  if (parsed === null) return null;
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
