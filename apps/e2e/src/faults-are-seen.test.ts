import { findFaults } from './support/find-faults.ts';
import { watch } from './support/watch.ts';
import { expect, test } from './support/test.ts';

const sayError = "console.error('said in the console')";

test('an error in the console, a thrown error, refused content and a file that is missing each count as a fault', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const faults = watch(context);
  const page = await context.newPage();
  await page.goto('/legal');
  await page.evaluate(sayError);
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('thrown');
    });
    const picture = new Image();
    picture.src = 'http://example.com/picture.png';
    document.body.append(Object.assign(document.createElement('script'), { src: '/assets/missing.js' }));
  });
  const expected = ['said in the console', 'thrown', 'violates the following Content Security Policy', '404'];
  for (const part of expected) await expect.poll(() => faults.filter((fault) => fault.includes(part))).toHaveLength(1);
  await context.close();
});

test.fail('such a fault fails its test', async ({ page }) => {
  await page.goto('/legal');
  await page.evaluate(sayError);
});

test.fail('such a fault fails its test in another person’s browser, too', async ({ anotherContext }) => {
  const page = await (await anotherContext()).newPage();
  await page.goto('/legal');
  await page.evaluate(sayError);
});

test('no page reaches anything but this machine', async ({ page }) => {
  await expect(page.goto('http://example.com/')).rejects.toThrow('net::ERR_NAME_NOT_RESOLVED');
});

test('nor does it through a network that can fail', async ({ browser, network }) => {
  const context = await browser.newContext({ proxy: { server: network.proxy } });
  const page = await context.newPage();
  expect((await page.goto('http://example.com/'))?.status()).toBe(403);
  await expect(page.goto('https://example.com/')).rejects.toThrow(/net::ERR_/);
  await context.close();
});

test('what axe finds is told, in the part of the page that is looked at, but for rules that do not hold there, or of its colours alone', async ({
  page,
}) => {
  const button = '<button></button>';
  await page.setContent(`<html lang="en"><title>Faults</title><main><h1>Faults</h1>${button}<p>Text</p></main></html>`);
  expect(await findFaults(page)).toEqual([`button-name: Buttons must have discernible text: ${button}`]);
  expect(await findFaults(page, { within: 'p' })).toEqual([]);
  expect(await findFaults(page, { without: ['button-name'] })).toEqual([]);
  await page.addStyleTag({ content: 'p { color: #666; background: #fff }' });
  expect(await findFaults(page, { onlyColours: true })).toEqual([]);
  await page.addStyleTag({ content: 'p { color: #eee }' });
  expect(await findFaults(page, { onlyColours: true })).toEqual([
    expect.stringMatching(/^color-contrast: .*<p>Text<\/p>$/),
  ]);
});
