import type { CDPSession, Page } from '@playwright/test';

// Milliseconds that every request takes longer, and how many times slower the processor is, as on a slow phone: they
// find races that a fast machine hides.
const latency = Number(process.env.JOURNEY_LATENCY_MS ?? 0);
const cpuSlowdown = Number(process.env.SLOW_CPU ?? 1);

const sessions = new WeakMap<Page, CDPSession>();

export async function slowDown(page: Page): Promise<void> {
  if (latency === 0 && cpuSlowdown === 1) return;
  const session = await page.context().newCDPSession(page);
  sessions.set(page, session);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  if (latency === 0) return;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 },
  });
}

/** Runs what only a test does in a page, such as axe, with the whole processor. */
export async function atFullSpeed<Result>(page: Page, run: () => Promise<Result>): Promise<Result> {
  const session = sessions.get(page);
  await session?.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const result = await run();
  await session?.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  return result;
}
