import { clientIpKey } from '../../../src/request/rate-limit/rate-limits.ts';

describe('the key for the rate limit of an IP address', () => {
  it.each([
    '2001:db8:1:2::1',
    '2001:DB8:1:2::1',
    '2001:0db8:0001:0002:0000:0000:0000:0001',
    '2001:db8:1:2:ffff:ffff:ffff:ffff',
    '2001:db8:1:2:0:0:192.0.2.1',
    '2001:db8:1:2::1%eth0',
    '[2001:db8:1:2::1]',
    '[2001:db8:1:2::1]:443',
  ])('is the /64 prefix of %s', (address) => expect(clientIpKey(address)).toBe('2001:db8:1:2::/64'));

  it.each([
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('of %s is %s', (address, network) => expect(clientIpKey(address)).toBe(network));

  it.each([
    '192.0.2.1',
    '192.0.2.1:50123',
    '::ffff:192.0.2.1',
    '::FFFF:c000:201',
    '0:0:0:0:0:ffff:192.0.2.1',
    '[::ffff:192.0.2.1]:443',
  ])('is the IPv4 address of %s', (address) => expect(clientIpKey(address)).toBe('192.0.2.1'));

  it.each([
    '',
    'unknown',
    '_hidden',
    '192.0.2.256',
    '2001:db8:::1',
    '2001:db8::1::2',
    '[]',
    '1.2.3.4:x',
    '1'.repeat(300),
  ])('is null for %j', (text) => expect(clientIpKey(text)).toBeNull());
});
