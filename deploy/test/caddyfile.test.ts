import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Environment } from '@portal/auth-api/src/platform/config/environment.ts';

describe('Caddy', () => {
  let caddyfile: string;
  beforeAll(async () => {
    caddyfile = await readFile(fileURLToPath(new URL('../Caddyfile', import.meta.url)), 'utf8');
  });

  it('looks up the replicas again before it gives up a request', () => {
    const secondsOf = (directive: string) => Number(new RegExp(`${directive} (\\d+)s`).exec(caddyfile)?.[1]);
    expect(secondsOf('refresh')).toBeLessThan(secondsOf('lb_try_duration'));
  });

  it('waits longer for a replica than the replica waits for a provider', () => {
    const [, seconds] = /response_header_timeout (\d+)s/.exec(caddyfile) ?? [];
    for (const name of ['STRIPE_TIMEOUT_MS', 'AUTH0_TIMEOUT_MS'] as const) {
      expect(Environment.shape[name].safeParse(String(Number(seconds) * 1_000)).success).toBe(false);
    }
  });

  it('logs no secret of a link', () => {
    const [, pattern = '', replacement = ''] = /request>uri regexp "([^"]+)" "([^"]+)"/.exec(caddyfile) ?? [];
    const logged = (uri: string) => uri.replaceAll(new RegExp(pattern, 'g'), replacement);
    expect(logged('/invitations/secret?from=mail')).toBe('/invitations/');
    expect(logged('/api/invitations/secret')).toBe('/api/invitations/');
    expect(logged('/api/auth/login-callback?code=secret')).toBe('/api/auth/login-callback');
    expect(logged('/auth/login-callback?code=secret&state=secret')).toBe('/auth/login-callback');
    expect(logged('/workspace/01M8/tokens')).toBe('/workspace/01M8/tokens');
    expect(caddyfile.match(/\blog \{[^}]*import redacted/g)).toHaveLength(2);
    expect(caddyfile.match(/\blog \{/g)).toHaveLength(2);
  });

  it('reads how it obtains certificates from a setting, for both sites', () =>
    expect(
      caddyfile.match(
        /^\{\$(?:PORTAL_SITE|AUTH_API_SITE:\(unused\))\} \{\n\timport access_log\n\t\{\$TLS_OPTIONS\}\n/gm,
      ),
    ).toHaveLength(2));
});
