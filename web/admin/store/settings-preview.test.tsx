import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { initialStoreSettings } from '#contract/store/store-settings.ts';
import { previewSection } from './settings-preview.tsx';

test.each([
  [{ name: 'ताज़ा मार्ट', address: 'சென்னை 600001' }, false],
  [{ name: 'Fresh 🥭' }, '🥭'],
  [{ address: '1 Market Street 🏭🥭' }, '🏭 🥭'],
] as const)('the preview of invoices names what cannot be printed of %j', (given, found) => {
  const identity = { ...initialStoreSettings.identity, ...given };
  for (const section of ['identity', 'legal'] as const) {
    const html = renderToStaticMarkup(previewSection(section, { ...initialStoreSettings, identity }));
    if (found === false) expect(html).not.toContain('cannot be printed');
    else expect(html).toContain(`These characters cannot be printed: ${found}`);
  }
});
