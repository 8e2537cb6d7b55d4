import { isMobile } from '../../src/app/guards/is-mobile.ts';
import { refreshAuthUrl } from '../../src/api/http/auth-api-urls.ts';
import { clearLoginRedirect, saveLoginRedirect, savedLoginRedirect } from '../../src/session/tab-state.ts';
import { safeRedirect } from '../../src/lib/safe-redirect.ts';
import { patterns } from '../../src/lib/paths.ts';

test.each(['/workspaces', '/workspace/01J/tokens?a=1#b', '/'])('%s is a path of the portal', (path) => {
  expect(safeRedirect(path)).toBe(path);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'workspaces',
  '/a\\..\\..//evil.example',
  '',
  null,
])('%j is not a path of the portal', (path) => {
  expect(safeRedirect(path)).toBeNull();
});

// @covers 4.routing-after-the.2 9.29
test('the attempted path is stored, but not the root path or an external URL', () => {
  saveLoginRedirect('/');
  expect(savedLoginRedirect()).toBeNull();
  saveLoginRedirect('//evil.example/x');
  expect(savedLoginRedirect()).toBeNull();
  saveLoginRedirect('/workspaces?x=1');
  expect(savedLoginRedirect()).toBe('/workspaces?x=1');
  expect(sessionStorage.getItem('SI-LOGIN-REDIRECT')).toBe('/workspaces?x=1');
  clearLoginRedirect();
  expect(savedLoginRedirect()).toBeNull();
});

// @covers 7.browser-navigation.1
test('the refresh URL of an instance names the workspace', () => {
  expect(refreshAuthUrl('https://si.example.com/', '01 J')).toBe(
    'https://si.example.com/refresh-auth?workspaceId=01+J',
  );
});

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1', true],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15', false],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36', false],
])('%s: mobile %s', (userAgent, mobile) => {
  expect(isMobile(userAgent)).toBe(mobile);
});

const routeNames =
  'login, signup, 404, legal, print-legal, logout, logout-success, quarantine-notice, suspension-notice, review-legal, ' +
  'profile, workspaces, workspace-go, workspace-settings, workspace-api-tokens, workspace-admin, billing, login-success';

test('[2.19] the route names of the specification are all in one module', () => {
  expect(Object.keys(patterns)).toEqual(expect.arrayContaining(routeNames.split(', ')));
});
