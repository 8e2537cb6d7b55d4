import { parseIpAddress } from '@portal/contract';
import ipaddr from 'ipaddr.js';
import type { Settings } from '../../platform/config/settings.ts';

/**
 * Express's `trust proxy`: whether the sender at this address is a proxy of ours, so that the address that it added to
 * `X-Forwarded-For` is true. Express asks from the nearest proxy (`hop` 0) to the client, and stops at the first that is not.
 */
export function isTrustedProxy({
  TRUSTED_PROXIES,
  TRUSTED_PROXY_RANGES,
}: Pick<Settings, 'TRUSTED_PROXIES' | 'TRUSTED_PROXY_RANGES'>): (address: string, hop: number) => boolean {
  const ranges = TRUSTED_PROXY_RANGES.map((range) => ipaddr.parseCIDR(range));
  return (address, hop) => {
    if (hop < TRUSTED_PROXIES) return true;
    const parsed = parseIpAddress(address);
    return parsed !== null && ipaddr.subnetMatch(parsed, { trusted: ranges }, 'unknown') === 'trusted';
  };
}
