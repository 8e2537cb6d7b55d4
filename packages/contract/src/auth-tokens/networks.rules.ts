import ipaddr from 'ipaddr.js';
import { parseIpAddress } from '../ip-address.rules.ts';

/** How many networks a token can be limited to. */
export const maxNetworks = 10;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** What an entry of a list means: the network in its one spelling, or why it is none. */
type ParsedNetwork = { readonly network: string } | { readonly error: string };

const addressWithPort = /^\[(?<v6>[^\]]*)\]:\d+$|^(?<v4>[\d.]+):\d+$/;

const isIPv4 = (address: Address): address is ipaddr.IPv4 => address.kind() === 'ipv4';

const bitsOf = (address: Address) => (isIPv4(address) ? 32 : 128);

const toText = (address: Address) => (isIPv4(address) ? address.toString() : address.toRFC5952String());

/** The first address of the network that an address is in. */
function networkAddress(address: Address, length: number): Address {
  const { IPv4, IPv6 } = ipaddr;
  return (isIPv4(address) ? IPv4 : IPv6).networkAddressFromCIDR(`${toText(address)}/${length}`);
}

/**
 * An address as people write it. Not `010.0.0.1` or `10.1`, which programs read in different ways, and no address with a zone (`%eth0`),
 * which only its own machine knows.
 */
const isPlainAddress = (text: string) =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || (ipaddr.IPv6.isValid(text) && !text.includes('%'));

function parseNetwork(text: string): ParsedNetwork {
  if (text.includes('://')) return { error: `“${text}” is a web address. Write the IP address alone.` };
  const { v4, v6 } = addressWithPort.exec(text)?.groups ?? {};
  const withoutPort = v4 ?? v6 ?? text;
  if (withoutPort !== text && isPlainAddress(withoutPort))
    return { error: `“${text}” has a port. Write ${withoutPort} without it.` };
  const ends = text.split(/[-–]/);
  if (ends.length === 2 && ends.every(isPlainAddress))
    return { error: `“${text}” is a range. Write it as networks, such as 203.0.113.0/24.` };
  const [host = '', prefix, ...rest] = text.split('/');
  if (!isPlainAddress(host) || rest.length > 0)
    return { error: `“${text}” is not an IP address or a network. Write it like 203.0.113.7 or 203.0.113.0/24.` };
  const address = ipaddr.process(host);
  const bits = bitsOf(address);
  // The prefix of an IPv4 address in IPv6 counts the 96 bits before it.
  const mappedBits = bitsOf(ipaddr.parse(host)) - bits;
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) - mappedBits : -1;
  if (length === 0)
    return { error: `“${text}” is every address. Remove it: without networks, the token works from every address.` };
  if (length < 0 || length > bits)
    return { error: `The number after the slash in “${text}” must be from ${mappedBits + 1} to ${mappedBits + bits}.` };
  const start = toText(networkAddress(address, length));
  const network = `${start}/${length}`;
  if (start === toText(address)) return { network };
  return {
    error: `“${text}” is not the start of a network. Write ${network} for the network, or ${toText(address)} for one address.`,
  };
}

/**
 * The one spelling of a network: `192.0.2.0/24`, or `2001:db8::/32` in the form of RFC 5952. One address is a network, too:
 * `192.0.2.1/32`. IPv4 in IPv6 is IPv4. A text that is no network is unchanged.
 */
export function canonicalNetwork(text: string): string {
  const parsed = parseNetwork(text);
  return 'network' in parsed ? parsed.network : text;
}

/** Says why a text is no network, and what to write. Null if it is one. */
export function networkError(text: string): string | null {
  const parsed = parseNetwork(text);
  return 'error' in parsed ? parsed.error : null;
}

/** What marks an item of a list. */
const listMark = /^[^\S\n]*[-*•][^\S\n]+/gm;
/** The dash of a range that has spaces around it. */
const spacedDash = /(?<=\S)[^\S\n]+[-–][^\S\n]+(?=\S)/g;
/** Brackets around a list or an address. Those before a port stay, so that the message can name it. */
const brackets = /\[([^\]]*)\](?!:\d)/g;

/**
 * The networks in a text that was typed or pasted, each in its one spelling and once. Commas, semicolons, spaces and line breaks separate
 * them. What is no network is returned, too, so that the user sees why.
 */
export function splitNetworks(text: string): string[] {
  const entries = text
    .replace(listMark, '')
    .replace(spacedDash, '-')
    .replace(brackets, ' $1 ')
    .split(/[\s,;"'`()]+/)
    .map((entry) => canonicalNetwork(entry.replace(/\.+$/, '')));
  return [...new Set(entries)].filter((entry) => entry !== '');
}

/** Whether an address, as the API sees it, is in one of the networks. Never for an empty list, and never for a text that is no address. */
export function isInNetworks(address: string | null, networks: readonly string[]): boolean {
  const parsed = address === null ? null : parseIpAddress(address);
  if (parsed === null) return false;
  return networks.some((network) => {
    const [start, length] = ipaddr.parseCIDR(network);
    return start.kind() === parsed.kind() && parsed.match(start, length);
  });
}

/** The network that is shown instead of an address: the /24 of IPv4, the /48 of IPv6, which a site typically owns. Null if it is no address. */
export function maskAddress(address: string): string | null {
  const parsed = parseIpAddress(address);
  if (parsed === null) return null;
  const length = isIPv4(parsed) ? 24 : 48;
  return `${toText(networkAddress(parsed, length))}/${length}`;
}
