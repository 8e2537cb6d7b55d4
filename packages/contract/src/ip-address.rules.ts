import ipaddr from 'ipaddr.js';

/** Some proxies add the port. */
const addressWithPort = /^\[(?<v6>.*)\](?::\d+)?$|^(?<v4>[\d.]+):\d+$/;

/** An address of `X-Forwarded-For` or of a connection, as IPv4 if it is an IPv4 address in IPv6. Null if it is not an IP address. */
export function parseIpAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const { v4, v6 } = addressWithPort.exec(address)?.groups ?? {};
  const bare = v4 ?? v6 ?? address;
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}
