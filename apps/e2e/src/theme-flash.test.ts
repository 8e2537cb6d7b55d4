import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

/** Records every frame that Chromium paints. */
async function recordFrames(page: Page): Promise<{ session: CDPSession; frames: string[] }> {
  const session = await page.context().newCDPSession(page);
  const frames: string[] = [];
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(data);
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  return { session, frames };
}

const screenshot = async (page: Page) => (await page.screenshot()).toString('base64');

/** The colour at the left edge of a frame, where every page shows only its background. */
const edgeColor = (page: Page, frame: string) =>
  page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    context?.drawImage(image, -4, -image.height / 2);
    return context?.getImageData(0, 0, 1, 1).data.slice(0, 3).join(',');
  }, frame);

for (const [system, chosen] of [
  ['light', 'dark'],
  ['dark', null],
] as const) {
  test(`[4.theme.2] [4.theme.3] no other theme flashes: the system theme is ${system}, the chosen theme is ${chosen ?? 'none'}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: system });
    await page.goto('/mark.svg');
    await page.evaluate((theme) => theme && localStorage.setItem('SI:THEME', theme), chosen);
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    await page.route(/\.css$/, (route) => pause(200).then(() => route.continue()));
    await page.route(/assets.*\.js$/, (route) => pause(400).then(() => route.continue()));
    const before = await screenshot(page);
    const { session, frames } = await recordFrames(page);
    await page.goto('/legal');
    await expect(page.getByRole('heading', { name: 'Terms of Service' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', chosen ?? system);
    await session.send('Page.stopScreencast');
    const after = await screenshot(page);
    const colors = await Promise.all([before, ...frames, after].map((frame) => edgeColor(page, frame)));
    expect([...new Set(colors)]).toEqual([colors.at(0), colors.at(-1)]);
  });
}
