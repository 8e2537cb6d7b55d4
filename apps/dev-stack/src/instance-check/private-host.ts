import { lookup } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';

const privateNetworks = new BlockList();
for (const [address, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateNetworks.addSubnet(address, prefix);
privateNetworks.addAddress('::1', 'ipv6');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');

/** Whether all addresses of the host are those of this machine or of a private network. */
export async function isPrivateHost(url: string): Promise<boolean> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const addresses = await lookup(host, { all: true });
  return addresses.every(({ address }) => privateNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'));
}
