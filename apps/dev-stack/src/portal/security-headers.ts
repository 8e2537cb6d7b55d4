import type { PortalSettings } from '@portal/contract';

/** The headers of every response of the portal. */
export function securityHeaders({ authApiUrl, analytics }: PortalSettings, https: boolean): Record<string, string> {
  const api = new URL(authApiUrl).origin;
  const isLocal = ['localhost', '127.0.0.1'].includes(new URL(authApiUrl).hostname);
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'font-src': ["'self'"],
    // Profile pictures may have any host.
    'img-src': ["'self'", 'data:', 'blob:', 'https:', ...(isLocal ? ['http://localhost:*'] : [])],
    'connect-src': ["'self'", api, ...(analytics ? [new URL(analytics.url).origin] : [])],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  };
  const directives = Object.entries(policy).map(([name, sources]) => `${name} ${sources.join(' ')}`);
  return {
    'Content-Security-Policy': directives.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(https ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}
