import { describeClient } from '../../../../src/features/accounts/sessions/describe-client.ts';

const describeBrowser = (userAgent: string | null) => {
  const { browser, system } = describeClient({ ip: null, userAgent });
  return [browser, system];
};
const networkOf = (ip: string | null) => describeClient({ ip, userAgent: null }).network;

describe('the browser of a client', () => {
  it.each([
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
      'Chrome',
      'macOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox', 'Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari',
      'iPhone',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
      'Microsoft Edge',
      'Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 OPR/125.0.0.0',
      'Opera',
      'Windows',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1 Mobile/15E148 Safari/604.1',
      'Safari',
      'iPad',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
      'Chrome',
      'Android',
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
      'Chrome',
      'ChromeOS',
    ],
  ])('is named: %s', (userAgent, browser, system) => expect(describeBrowser(userAgent)).toEqual([browser, system]));

  it.each([
    null,
    '',
    'curl/8.5.0',
    'Your bank, call +1 555 0100/1.0',
    'www.evil.example/1.0',
    '\u0000',
    'x'.repeat(500),
  ])('is unknown for %j, whatever name the header contains', (userAgent) =>
    expect(describeBrowser(userAgent)).toEqual(['Unknown browser', null]),
  );
});

describe('the network of a client', () => {
  it.each([
    ['203.0.113.77', '203.0.113.x'],
    ['::ffff:203.0.113.77', '203.0.113.x'],
    // Some proxies add the port.
    ['203.0.113.77:50123', '203.0.113.x'],
    ['[2001:db8:12:34::1]:50123', '2001:db8:12::/48'],
    ['2001:db8:12:34:5:6:7:8', '2001:db8:12::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['unknown', null],
    [null, null],
  ])('of %j is %j', (ip, network) => expect(networkOf(ip)).toBe(network));
});
