import type { Router } from 'express';
import { contextOf } from '../../middleware/request-context.ts';
import { docsPage, docsContentSecurityPolicy } from './docs-page.ts';

/** Serves the reference to developers as a page. It belongs to no call, so no deployment has it. */
export function mountDocs(router: Router): void {
  const path = '/docs';
  let page: Promise<string> | undefined;
  router.get(path, async (_req, res) => {
    contextOf(res).setRoute(path);
    page ??= docsPage();
    res
      .set('Content-Security-Policy', docsContentSecurityPolicy)
      .type('html')
      .send(await page);
  });
}
