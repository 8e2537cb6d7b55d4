import type { Router } from 'express';
import { contextOf } from '../../../request/call/request-context.ts';
import type { Settings } from '../../../platform/config/settings.ts';
import { docsPage } from './docs-page.ts';

/** Serves the reference as a page. It is not a call. */
export function mountDocs(router: Router, settings: Pick<Settings, 'AUTH_API_URL'>): void {
  const path = '/docs';
  let page: ReturnType<typeof docsPage> | undefined;
  router.get(path, async (_req, res) => {
    contextOf(res).setRoute(path);
    page ??= docsPage(settings);
    const { html, contentSecurityPolicy } = await page;
    // A sandboxed page has no origin that could be keyed.
    res.removeHeader('Origin-Agent-Cluster');
    res
      .set({ 'Content-Security-Policy': contentSecurityPolicy, 'Cache-Control': 'public, max-age=300' })
      .type('html')
      .send(html);
  });
}
