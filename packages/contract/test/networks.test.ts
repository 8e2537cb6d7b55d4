import { Networks, canonicalNetwork, isInNetworks, maskAddress, networkError, splitNetworks } from '../src/index.ts';

const messagesOf = (networks: unknown) =>
  Networks.safeParse(networks).error?.issues.map(({ path, message }) => [path.join('.'), message]);

describe('a network', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7/32'],
    ['192.0.2.7/32', '192.0.2.7/32'],
    ['192.0.2.0/24', '192.0.2.0/24'],
    ['128.0.0.0/1', '128.0.0.0/1'],
    ['10.0.0.0/08', '10.0.0.0/8'],
    ['2001:db8::1', '2001:db8::1/128'],
    ['2001:DB8:0:0:0:0:0:0/32', '2001:db8::/32'],
    ['2001:0db8:0000::/048', '2001:db8::/48'],
    // Source: RFC 5952 section 4.2.2, one zero group is not shortened.
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1/128'],
    ['::ffff:192.0.2.7', '192.0.2.7/32'],
    ['::FFFF:c000:200/120', '192.0.2.0/24'],
    ['::1', '::1/128'],
  ])('%s is spelled %s', (text, network) => {
    expect([canonicalNetwork(text), networkError(text)]).toEqual([network, null]);
    expect(canonicalNetwork(network)).toBe(network);
  });

  it.each([
    ['203.0.113.7/24', 'Write 203.0.113.0/24 for the network, or 203.0.113.7 for one address.'],
    ['2001:db8::1/64', 'Write 2001:db8::/64 for the network, or 2001:db8::1 for one address.'],
    ['::ffff:203.0.113.7/120', 'Write 203.0.113.0/24 for the network, or 203.0.113.7 for one address.'],
  ])('%s has bits after its prefix, so its message has both readings', (text, advice) => {
    expect(networkError(text)).toBe(`“${text}” is not the start of a network. ${advice}`);
    expect(canonicalNetwork(text)).toBe(text);
  });

  it.each(['0.0.0.0/0', '::/0', '203.0.113.7/0', '::ffff:0.0.0.0/96'])(
    '%s is refused, because it limits nothing',
    (text) =>
      expect(networkError(text)).toBe(
        `“${text}” is every address. Remove it: without networks, the token works from every address.`,
      ),
  );

  it.each([
    ['203.0.113.7:443', '“203.0.113.7:443” has a port. Write 203.0.113.7 without it.'],
    ['[2001:db8::1]:443', '“[2001:db8::1]:443” has a port. Write 2001:db8::1 without it.'],
    ['https://203.0.113.7/', '“https://203.0.113.7/” is a web address. Write the IP address alone.'],
    ['203.0.113.7-203.0.113.9', '“203.0.113.7-203.0.113.9” is a range. Write it as networks, such as 203.0.113.0/24.'],
    ['2001:db8::1–2001:db8::9', '“2001:db8::1–2001:db8::9” is a range. Write it as networks, such as 203.0.113.0/24.'],
    ['203.0.113.0/33', 'The number after the slash in “203.0.113.0/33” must be from 1 to 32.'],
    ['203.0.113.0/255.255.255.0', 'The number after the slash in “203.0.113.0/255.255.255.0” must be from 1 to 32.'],
    ['203.0.113.0/', 'The number after the slash in “203.0.113.0/” must be from 1 to 32.'],
    ['2001:db8::/129', 'The number after the slash in “2001:db8::/129” must be from 1 to 128.'],
    ['::ffff:203.0.113.0/24', 'The number after the slash in “::ffff:203.0.113.0/24” must be from 97 to 128.'],
  ])('%s has a message that says what to write', (text, message) => expect(networkError(text)).toBe(message));

  it.each([
    'example.com',
    '203.0.113',
    '203.0.113.256',
    '203.0.113.*',
    // Octal for some programs, decimal for others.
    '010.0.0.1',
    '0x7f.0.0.1',
    '2130706433',
    '2001:db8:::1',
    '2001:db8::1::2',
    'fe80::1%eth0',
    '203.0.113.0/24/8',
    '/24',
    '203.0.113.7:',
    'a-b',
  ])('%s is not an IP address', (text) =>
    expect(networkError(text)).toBe(
      `“${text}” is not an IP address or a network. Write it like 203.0.113.7 or 203.0.113.0/24.`,
    ),
  );
});

describe('a pasted list of networks', () => {
  it.each([
    ['192.0.2.1, 192.0.2.0/24', ['192.0.2.1/32', '192.0.2.0/24']],
    ['192.0.2.1\r\n  2001:db8::/32 ;198.51.100.0/24', ['192.0.2.1/32', '2001:db8::/32', '198.51.100.0/24']],
    ['192.0.2.1 ::ffff:192.0.2.1\n192.0.2.1/32', ['192.0.2.1/32']],
    ['- 192.0.2.1\n- "192.0.2.2"\n* 192.0.2.3', ['192.0.2.1/32', '192.0.2.2/32', '192.0.2.3/32']],
    ['["192.0.2.1", "2001:db8::/32"]', ['192.0.2.1/32', '2001:db8::/32']],
    ['192.0.2.1 and (192.0.2.2).', ['192.0.2.1/32', 'and', '192.0.2.2/32']],
    ['[2001:db8::1]', ['2001:db8::1/128']],
    ['2001:db8::', ['2001:db8::/128']],
    ['192.0.2.1 - 192.0.2.9', ['192.0.2.1-192.0.2.9']],
    ['2001:db8:: – 2001:db8::9', ['2001:db8::-2001:db8::9']],
    ['203.0.113.7:443, [2001:db8::1]:443', ['203.0.113.7:443', '[2001:db8::1]:443']],
    [' \n,;', []],
  ])('%j has the entries %j', (text, entries) => expect(splitNetworks(text)).toEqual(entries));
});

describe('the networks of a payload', () => {
  it('are returned in one spelling, each once', () => {
    expect(Networks.parse([' 192.0.2.7 ', '2001:DB8::/32', '192.0.2.7/32'])).toEqual(['192.0.2.7/32', '2001:db8::/32']);
    expect(Networks.parse([])).toEqual([]);
  });

  it('have a message for each wrong entry', () => {
    expect(messagesOf(['192.0.2.0/24', 'office', 7, '', '203.0.113.7/24', '1'.repeat(100)])).toEqual([
      ['2', 'This field is invalid'],
    ]);
    expect(messagesOf(['192.0.2.0/24', 'office', '', '203.0.113.7/24', '1'.repeat(100)])).toEqual([
      ['1', expect.stringContaining('“office” is not an IP address')],
      ['2', 'This field is required'],
      ['3', expect.stringContaining('203.0.113.0/24 for the network')],
      ['4', 'Your input cannot be more than 99 characters long.'],
    ]);
  });

  it('are at most ten', () => {
    const networks = Array.from({ length: 11 }, (_, index) => `192.0.2.${index}`);
    expect(Networks.parse(networks.slice(0, 10))).toHaveLength(10);
    expect(messagesOf(networks)).toEqual([['', 'At most 10 networks']]);
    expect(messagesOf(undefined)).toEqual([['', 'This field is required']]);
  });
});

describe('an address', () => {
  const networks = ['192.0.2.0/25', '198.51.100.7/32', '2001:db8::/33'];

  it.each([
    '192.0.2.0',
    '192.0.2.127',
    '198.51.100.7',
    '::ffff:192.0.2.1',
    '192.0.2.1:50123',
    '2001:db8:7fff::1',
    '2001:DB8::',
  ])('%s is in the networks', (address) => expect(isInNetworks(address, networks)).toBe(true));

  it.each(['192.0.2.128', '192.0.1.255', '198.51.100.8', '2001:db8:8000::', '2001:db9::', 'unknown', '', null])(
    '%j is not',
    (address) => expect(isInNetworks(address, networks)).toBe(false),
  );

  it('is in no network of an empty list', () => expect(isInNetworks('192.0.2.1', [])).toBe(false));

  it('of IPv4 is in no IPv6 network, whatever its spelling', () => {
    expect(isInNetworks('::ffff:192.0.2.1', ['::/1'])).toBe(false);
    expect(isInNetworks('192.0.2.1', ['::/1'])).toBe(false);
  });

  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['203.0.113.77:50123', '203.0.113.0/24'],
    ['2001:db8:12:34:5:6:7:8', '2001:db8:12::/48'],
    ['2001:db8::1', '2001:db8::/48'],
    ['fe80::1%eth0', 'fe80::/48'],
    ['unknown', null],
  ])('%s is shown as %s', (address, network) => expect(maskAddress(address)).toBe(network));
});
