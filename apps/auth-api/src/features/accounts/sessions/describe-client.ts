import { parseIpAddress, terminalClientName } from '@portal/contract';
import ipaddr from 'ipaddr.js';
import type { AuditEvent } from '../../../request/audit/write-entries.ts';

/** The product tokens of user agents, the more specific first: Edge and Opera also name Chrome, and Chrome names Safari. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Microsoft Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+ .*Safari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Describes in fixed words where a request comes from: no part of the header, which anyone can choose. */
export function describeClient({ ip, userAgent }: Pick<AuditEvent['request'], 'ip' | 'userAgent'>) {
  const find = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? null;
  return {
    browser: find(browsers) ?? 'Unknown browser',
    system: find(systems),
    network: ip === null ? null : describeNetwork(ip),
  };
}

/** The client of a terminal login, which stands where the browser does. Nothing for a browser. */
export const clientOfTerminal = ({ clientId }: { readonly clientId: string | null }) =>
  clientId === null ? {} : { browser: terminalClientName(clientId) ?? clientId, system: null };

/** The first three quarters of an IPv4 address, or the first 48 bits of an IPv6 address. */
export function describeNetwork(ip: string): string | null {
  const address = parseIpAddress(ip);
  if (address === null) return null;
  if (address instanceof ipaddr.IPv4) return `${address.octets.slice(0, 3).join('.')}.x`;
  const site = address.parts.slice(0, 3).map((part) => part.toString(16));
  return `${site.join(':')}::/48`;
}
