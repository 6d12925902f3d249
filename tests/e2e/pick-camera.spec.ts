import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { launchOptions } from '#tests/fixtures/browser.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './test.ts';

const barcode = '8901030865275';
const folder = await mkdtemp(join(tmpdir(), 'tokri-camera-'));
const browser = await launchOptions();

test.use({
  shopName: 'pick-camera',
  launchOptions: {
    ...browser,
    args: [
      ...(browser.args ?? []),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${join(folder, 'barcode.y4m')}`,
    ],
  },
});

test.beforeAll(() => filmBarcode(join(folder, 'barcode.y4m')));
test.afterAll(() => rm(folder, { recursive: true }));

/** Writes a video of a barcode in front of the camera. */
async function filmBarcode(file: string): Promise<void> {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
  await prepareZXingModule({
    overrides: { wasmBinary: new Uint8Array(await readFile(wasm)).buffer },
    fireImmediately: true,
  });
  const { svg } = await writeBarcode(barcode, { format: 'EAN13', scale: 3 });
  const [width, height] = [640, 480];
  const grey = await sharp(Buffer.from(svg))
    .resize(420, 220, { fit: 'fill' })
    .extend({ top: 130, bottom: 130, left: 110, right: 110, background: '#fff' })
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer();
  const colour = Buffer.alloc((width * height) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), grey, colour]);
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F30:1 Ip A1:1 C420jpeg\n`);
  await writeFile(file, Buffer.concat([head, ...Array.from({ length: 10 }, () => frame)]));
}

test('the camera reads the barcode of the product, once, and names that of another one', async ({
  shop,
  shopper,
  openPageAs,
}) => {
  const [first, second] = [await shop.claimProduct(), await shop.claimProduct()];
  await shop.db.query(sql`
    update product set location = case id when ${first.id} then 'A1' else 'A2' end,
      barcode = case id when ${first.id} then ${barcode} else barcode end where id in (${first.id}, ${second.id})`);
  await shopper.placeOrder([first, second], 1);
  const picker = await shop.createAdmin();
  await picker.setRole('picker');
  const page = await openPageAs(picker, '/staff/pick', { widthPx: 360, heightPx: 740 });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: /^Pick the next/ }).tap();
  await expect(page.getByRole('heading', { name: first.name })).toBeVisible();
  expect(requested.filter((path) => path.endsWith('.wasm'))).toEqual([]);
  await page.getByRole('button', { name: 'Scan', exact: true }).tap();
  await expect(page.getByRole('heading', { name: second.name })).toBeVisible();
  // The camera stays open, and the product in front of it is not reported as a wrong one.
  await expectAccessible(page);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Close the camera' }).tap();
  await page.getByRole('button', { name: 'Scan', exact: true }).tap();
  await expect(page.getByRole('alert')).toHaveText(`${first.name} is already picked.`);
});
