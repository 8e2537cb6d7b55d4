import type { Router } from 'express';
import { contextOf } from '../../../request/call/request-context.ts';
import { docsContentSecurityPolicy, docsPage } from './docs-page.ts';

/** Serves the reference as a page. It is not a call. */
export function mountDocs(router: Router): void {
  const path = '/docs';
  let page: Promise<string> | undefined;
  router.get(path, async (_req, res) => {
    contextOf(res).setRoute(path);
    page ??= docsPage();
    res
      .set({ 'Content-Security-Policy': docsContentSecurityPolicy, 'Cache-Control': 'public, max-age=300' })
      .type('html')
      .send(await page);
  });
}
