import type { Router } from 'express';
import { contextOf } from '../../../request/call/request-context.ts';
import type { Settings } from '../../../platform/config/settings.ts';
import { docsContentSecurityPolicy, docsPage } from './docs-page.ts';

/** Serves the reference as a page. It is not a call. */
export function mountDocs(router: Router, { AUTH_API_URL }: Pick<Settings, 'AUTH_API_URL'>): void {
  const path = '/docs';
  let page: Promise<string> | undefined;
  router.get(path, async (_req, res) => {
    contextOf(res).setRoute(path);
    page ??= docsPage(AUTH_API_URL);
    // A sandboxed page has no origin that could be keyed.
    res.removeHeader('Origin-Agent-Cluster');
    res
      .set({ 'Content-Security-Policy': docsContentSecurityPolicy, 'Cache-Control': 'public, max-age=300' })
      .type('html')
      .send(await page);
  });
}
