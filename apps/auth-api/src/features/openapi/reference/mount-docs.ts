import type { Router } from 'express';
import { contextOf } from '../../../request/call/request-context.ts';
import { docsPage, type DocsSettings } from './docs-page.ts';

/** Serves the reference as a page. It is not a call. */
export function mountDocs(router: Router, settings: DocsSettings): void {
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
