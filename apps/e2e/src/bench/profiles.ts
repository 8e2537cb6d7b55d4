import type { Page } from '@playwright/test';

export interface Profile {
  readonly name: string;
  /** The CPU throttling factor. */
  readonly cpuSlowdown: number;
  readonly network?: { readonly latencyMs: number; readonly downBytes: number; readonly upBytes: number };
}

export const desktop: Profile = { name: 'desktop', cpuSlowdown: 1 };

const megabitBytes = 125_000;

/** A slow laptop on Chromium's "Fast 4G" preset: 90 % of 9 Mbit/s down and 1.5 Mbit/s up, 165 ms latency. */
export const slowLaptop: Profile = {
  name: '4x CPU slow-down, Fast 4G',
  cpuSlowdown: 4,
  network: { latencyMs: 60 * 2.75, downBytes: 9 * megabitBytes * 0.9, upBytes: 1.5 * megabitBytes * 0.9 },
};

/** A weak connection: 50 KB/s in both directions. */
export const weakConnection: Profile = {
  name: '50 KB/s',
  cpuSlowdown: 1,
  network: { latencyMs: 100, downBytes: 50_000, upBytes: 50_000 },
};

/** Applies the CPU and network throttling to a page. */
export async function applyProfile(page: Page, { cpuSlowdown, network }: Profile): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  if (!network) return;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.latencyMs,
    downloadThroughput: network.downBytes,
    uploadThroughput: network.upBytes,
  });
}
