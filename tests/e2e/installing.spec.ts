import { z } from 'zod';
import { saveForOffline } from './offline.ts';
import { expect, test } from './test.ts';

const manifestData = z.object({
  name: z.string(),
  lang: z.string(),
  shortcuts: z.array(z.object({ name: z.string() })),
});

for (const { language, lang, shortcuts } of [
  { language: 'English', lang: 'en-IN', shortcuts: ['Search', 'Cart', 'My Orders'] },
  { language: 'हिन्दी', lang: 'hi-IN', shortcuts: ['खोज', 'कार्ट', 'मेरे ऑर्डर'] },
]) {
  test(`Chromium offers to install the shop with a manifest in ${language}`, async ({ openPage }) => {
    const page = await openPage({ widthPx: 360, hasServiceWorker: true });
    await page.goto('/');
    if (lang !== 'en-IN') await page.getByRole('button', { name: language }).tap();
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    await saveForOffline(page);
    await page.reload();
    const session = await page.context().newCDPSession(page);
    const { errors, data } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const manifest = manifestData.parse(JSON.parse(data ?? ''));
    expect(manifest).toMatchObject({ lang, shortcuts: shortcuts.map((name) => ({ name })) });
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // The profiles of the tests are those of private windows.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  });
}
