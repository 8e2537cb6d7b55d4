import { findA11yViolations } from './support/find-a11y-violations.ts';
import { collectBrowserErrors } from './support/browser-errors.ts';
import { expect, test } from './support/test.ts';

const logConsoleError = "console.error('logged to the console')";

test('console errors, thrown errors, blocked content and missing files are detected', async ({ browser }) => {
  const context = await browser.newContext();
  const errors = collectBrowserErrors(context);
  const page = await context.newPage();
  await page.goto('/legal');
  await page.evaluate(logConsoleError);
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('thrown');
    });
    const picture = new Image();
    picture.src = 'http://example.com/picture.png';
    document.body.append(Object.assign(document.createElement('script'), { src: '/assets/missing.js' }));
  });
  const expected = ['logged to the console', 'thrown', 'violates the following Content Security Policy', '404'];
  for (const part of expected) await expect.poll(() => errors.filter((error) => error.includes(part))).toHaveLength(1);
  await context.close();
});

test.fail('a console error fails its test', async ({ page }) => {
  await page.goto('/legal');
  await page.evaluate(logConsoleError);
});

test.fail('a console error in another user’s browser fails its test', async ({ anotherContext }) => {
  const page = await (await anotherContext()).newPage();
  await page.goto('/legal');
  await page.evaluate(logConsoleError);
});

test('no page can reach another machine', async ({ page }) => {
  await expect(page.goto('http://example.com/')).rejects.toThrow('net::ERR_NAME_NOT_RESOLVED');
});

test('no page can reach another machine through the network proxy', async ({ browser, network }) => {
  const context = await browser.newContext({ proxy: { server: network.proxy } });
  const page = await context.newPage();
  expect((await page.goto('http://example.com/'))?.status()).toBe(403);
  await expect(page.goto('https://example.com/')).rejects.toThrow(/net::ERR_/);
  await context.close();
});

test('axe violations can be limited to part of the page, by disabled rules, or to colours', async ({ page }) => {
  const button = '<button></button>';
  await page.setContent(
    `<html lang="en"><title>Violations</title><main><h1>Violations</h1>${button}<p>Text</p></main></html>`,
  );
  expect(await findA11yViolations(page)).toEqual([`button-name: Buttons must have discernible text: ${button}`]);
  expect(await findA11yViolations(page, { within: 'p' })).toEqual([]);
  expect(await findA11yViolations(page, { disabledRules: ['button-name'] })).toEqual([]);
  await page.addStyleTag({ content: 'p { color: #666; background: #fff }' });
  expect(await findA11yViolations(page, { colorsOnly: true })).toEqual([]);
  await page.addStyleTag({ content: 'p { color: #eee }' });
  expect(await findA11yViolations(page, { colorsOnly: true })).toEqual([
    expect.stringMatching(/^color-contrast: .*<p>Text<\/p>$/),
  ]);
});
