import { createMember, createWorkspace } from './support/accounts.ts';
import { expect, test } from './support/test.ts';

test('[1.shell.3] [2.workspaces-page.4] [9.8] the theme toggle is at the bottom left, and the workspaces are in four columns', async ({
  context,
  page,
}) => {
  await createMember(context);
  for (const displayName of ['One', 'Two', 'Three', 'Four', 'Five', 'Six'])
    await createWorkspace(context, { displayName });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/workspaces');
  await expect(page.getByRole('article').first()).toBeVisible();

  await test.step('the toggle', async () => {
    const toggle = page.getByRole('button', { name: /^Switch to the (light|dark) theme$/ });
    const box = await toggle.boundingBox();
    expect(box?.x).toBeLessThan(100);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(740);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(800);
  });

  await test.step('the grid', async () => {
    const tiles = page
      .getByRole('list')
      .filter({ has: page.getByRole('link', { name: 'Create New Workspace' }) })
      .getByRole('listitem');
    await expect(tiles).toHaveCount(8);
    await expect(tiles.first().getByRole('link', { name: 'Create New Workspace' })).toBeVisible();
    // In one step, because the page may still move.
    const boxes = await tiles.evaluateAll((elements) =>
      elements.map((element) => element.getBoundingClientRect().toJSON() as DOMRect),
    );
    const tops = [...new Set(boxes.map(({ y }) => Math.round(y)))];
    const rows = tops.map((top) => boxes.filter(({ y }) => Math.round(y) === top));
    const [first = [], ...others] = rows;
    expect(first).toHaveLength(4);
    for (const row of others.slice(0, -1)) expect(row).toHaveLength(4);
    const leftEdges = (row: typeof boxes) => row.map(({ x }) => Math.round(x));
    const columns = leftEdges(first);
    expect(columns).toEqual([...columns].sort((a, b) => a - b));
    for (const row of others) expect(leftEdges(row)).toEqual(columns.slice(0, row.length));
    expect(new Set(boxes.map(({ width }) => Math.round(width))).size).toBe(1);
  });
});

test('a page that is no taller than the window does not scroll', async ({ context, page }) => {
  await createMember(context);
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const [path, text] of [
    ['/workspaces', 'One Workspace'],
    ['/workspace/new', 'Create Workspace'],
    ['/no/such/page', 'Go to your workspaces'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(text).first(), path).toBeVisible();
    await expect(page.locator('.bg-skeleton, [aria-busy=true]'), path).toHaveCount(0);
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);
    await expect.poll(overflow, path).toBe(0);
  }
});

for (const view of ['cards', 'rows'])
  test(`a search without matches says so at the top of the list, where the workspaces were, as ${view}`, async ({
    context,
    page,
  }) => {
    await createMember(context);
    await createWorkspace(context, { displayName: 'One' });
    await page.goto(`/workspaces?q=zzz&view=${view}`);
    const list = page.getByRole('list').filter({ has: page.getByRole('link', { name: 'Create New Workspace' }) });
    await expect(list.getByRole('listitem').last()).toContainText('No workspaces match');
    // In one step, because the page may still move.
    const boxes = await list.evaluate((element) => {
      const parts = [element, element.firstElementChild?.firstElementChild, element.lastElementChild];
      return parts.map((part) => part?.getBoundingClientRect().toJSON() as DOMRect | undefined);
    });
    const [listBox, createBox, emptyBox] = boxes;
    expect(emptyBox?.right).toBe(listBox?.right);
    if (view === 'rows') {
      expect(createBox?.width).toBe(listBox?.width);
      expect(emptyBox?.y).toBeGreaterThanOrEqual(createBox?.bottom ?? Infinity);
    } else {
      expect(emptyBox?.y).toBe(listBox?.y);
      expect(emptyBox?.x).toBeGreaterThanOrEqual(createBox?.right ?? Infinity);
    }
  });
