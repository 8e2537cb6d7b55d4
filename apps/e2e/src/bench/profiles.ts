import type { Page } from '@playwright/test';

export interface Profile {
  readonly name: string;
  /** How many times slower than this machine's processor. */
  readonly cpuSlowDown: number;
  readonly network?: { readonly latencyMs: number; readonly downBytes: number; readonly upBytes: number };
}

export const desktop: Profile = { name: 'desktop', cpuSlowDown: 1 };

const megabit = 125_000;

/** A slow laptop on what Chromium's own tools call Fast 4G: 9 and 1.5 Mbit/s of which nine tenths arrive, and 165 ms of latency. */
export const slow: Profile = {
  name: '4x CPU slow-down, Fast 4G',
  cpuSlowDown: 4,
  network: { latencyMs: 60 * 2.75, downBytes: 9 * megabit * 0.9, upBytes: 1.5 * megabit * 0.9 },
};

/** Lets a page run as it would on such a machine. */
export async function slowDown(page: Page, { cpuSlowDown, network }: Profile): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowDown });
  if (!network) return;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.latencyMs,
    downloadThroughput: network.downBytes,
    uploadThroughput: network.upBytes,
  });
}
