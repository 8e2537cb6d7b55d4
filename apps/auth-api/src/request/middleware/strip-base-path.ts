import type { RequestHandler } from 'express';
import { basePathOf } from '../../platform/config/base-path.ts';
import type { Settings } from '../../platform/config/settings.ts';

const metadataPath = '/.well-known/oauth-authorization-server';

/**
 * Removes the path of AUTH_API_URL from the URL of a request, so that no proxy has to. Probes and scrapes of the process itself
 * come without it.
 */
export function stripBasePath(settings: Pick<Settings, 'AUTH_API_URL'>): RequestHandler {
  const base = basePathOf(settings);
  // Source: https://www.rfc-editor.org/rfc/rfc8414#section-3.1 puts the path of the issuer at the end.
  const metadataOfBase = metadataPath + base;
  return (req, _res, next) => {
    if (base !== '') {
      if (req.url.startsWith(`${base}/`)) req.url = req.url.slice(base.length);
      else if (req.path === metadataOfBase) req.url = metadataPath;
    }
    next();
  };
}
