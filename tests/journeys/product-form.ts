import type { Locator, Page } from 'playwright-core';
import { bytesOf, plainPicture } from '#tests/fixtures/files.ts';

/** Where a journey puts its products. */
export interface Shelf {
  category: { _id: string; name: string };
  subCategory: { _id: string; name: string };
}

/** Chooses of a list by typing, as many as there are texts. */
export async function choose(place: Page | Locator, label: string, ...texts: string[]): Promise<void> {
  const box = place.getByRole('combobox', { name: label, exact: true });
  await box.click();
  for (const text of texts) {
    await box.fill(text);
    await place.getByRole('option', { name: text }).first().waitFor();
    await box.press('Enter');
    await place.getByRole('button', { name: `Remove ${text}` }).waitFor();
  }
  await box.press('Escape');
}

/** Fills in everything that is required of a new product: 1,200 pieces, ₹99.50 less 12.5 %. */
export async function fillIn(page: Page, name: string, { category, subCategory }: Shelf): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Description').fill('Crunchy.\n\nBaked twice.');
  await choose(page, 'Category', category.name);
  await choose(page, 'Sub Category', subCategory.name);
  await page.getByLabel('Unit').fill('200 g');
  await page.getByLabel('Number of Stock').fill('1,200');
  await page.getByLabel('Price').fill('₹99.50');
  await page.getByLabel('Discount').fill('12.5');
}

/** A file as a browser hands it over. */
export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A picture of one colour; another colour is another picture. */
export async function picture(name: string, colour: string): Promise<ChosenFile> {
  const bytes = await bytesOf(plainPicture(600, 600, colour).png());
  return { name, mimeType: 'image/png', buffer: Buffer.from(bytes) };
}

/** A drawing that pretends to be a picture. */
export const drawing: ChosenFile = {
  name: 'drawing.png',
  mimeType: 'image/png',
  buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>'),
};

/** Chooses files for the product in the form that is open. */
export async function chooseFiles(page: Page, files: ChosenFile[]): Promise<void> {
  const opening = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add images' }).click();
  await (await opening).setFiles(files);
}

/** Drops a picture on the page, or pastes it. */
export function bringFile(page: Page, way: 'drop' | 'paste', base64: string): Promise<void> {
  return page.evaluate(
    ([kind, text]) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(text ?? ''), (letter) => letter.charCodeAt(0));
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
