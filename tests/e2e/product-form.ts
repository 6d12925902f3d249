import { expect, type Locator, type Page } from '@playwright/test';
import type { ImageFile } from './dashboard.ts';

/** Where a test puts its products. */
export interface ProductCategories {
  category: { _id: string; name: string };
  subCategory: { _id: string; name: string };
}

/** Selects options of a combobox by typing. */
export async function selectOptions(
  parent: Page | Locator,
  label: string,
  ...texts: string[]
): Promise<void> {
  const box = parent.getByRole('combobox', { name: label, exact: true });
  await box.click();
  for (const text of texts) {
    await box.fill(text);
    await expect(parent.getByRole('option', { name: text }).first()).toBeVisible();
    await box.press('Enter');
    await expect(parent.getByRole('button', { name: `Remove ${text}` })).toBeVisible();
  }
  await box.press('Escape');
}

/** Fills in the required fields of a new product: 1,200 pieces, ₹99.50 less 12.5 %. */
export async function fillProductForm(
  page: Page,
  name: string,
  { category, subCategory }: ProductCategories,
): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Description', { exact: true }).fill('Crunchy.\n\nBaked twice.');
  await selectOptions(page, 'Category', category.name);
  await selectOptions(page, 'Sub Category', subCategory.name);
  await page.getByLabel('Unit').fill('200 g');
  await page.getByLabel('Stock', { exact: true }).fill('1,200');
  await page.getByLabel('Price (₹)', { exact: true }).fill('₹99.50');
  await page.getByLabel('Discount').fill('12.5');
}

/** An SVG with the name and type of a PNG. */
export const disguisedSvg: ImageFile = {
  name: 'drawing.png',
  mimeType: 'image/png',
  buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>'),
};

/** Chooses pictures in the product form. */
export async function chooseFiles(page: Page, files: ImageFile[]): Promise<void> {
  const opening = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add pictures' }).click();
  await (await opening).setFiles(files);
}

/** Drops or pastes a picture on the page. */
export function transferImage(page: Page, way: 'drop' | 'paste', base64: string): Promise<void> {
  return page.evaluate(
    ([kind, text]) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(text ?? ''), (character) => character.charCodeAt(0));
      data.items.add(new File([bytes], 'some.png', { type: 'image/png' }));
      const options = { bubbles: true, cancelable: true };
      const event =
        kind === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: data })
          : new ClipboardEvent('paste', { ...options, clipboardData: data });
      document.body.dispatchEvent(event);
    },
    [way, base64],
  );
}
