// Draws the icons under public/ from the mark: node web/ui/brand/draw-icons.ts
// Run by hand after a change of the mark; what it draws is committed, because browsers ask for it by name.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

const here = import.meta.dirname;
const publicFolder = join(here, '../../../public');

await mkdir(publicFolder, { recursive: true });
await copyFile(join(here, 'mark.svg'), join(publicFolder, 'favicon.svg'));
// The app icon is cut into a circle or a rounded square by the telephone: its ground reaches every edge, and the
// basket stays within the middle four fifths that every cut leaves.
await draw('app-icon.svg', 'apple-touch-icon.png', 180);
await draw('app-icon.svg', 'icon-192.png', 192);
await draw('app-icon.svg', 'icon-512.png', 512);
await draw('share.svg', 'share.png', 1200);
await writeFile(join(publicFolder, 'favicon.ico'), icoOf(await png('mark.svg', 48), 48));

async function draw(source: string, name: string, widthPx: number): Promise<void> {
  await writeFile(join(publicFolder, name), await png(source, widthPx));
}

async function png(source: string, widthPx: number): Promise<Buffer> {
  const svg = await readFile(join(here, source));
  return sharp(svg, { density: 300 }).resize(widthPx).png({ compressionLevel: 9, palette: true }).toBuffer();
}

/** An ICO file with one PNG in it, for browsers and tools that ask for nothing else. */
function icoOf(image: Buffer, sizePx: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // of one picture
  header.writeUInt8(sizePx, 6);
  header.writeUInt8(sizePx, 7);
  header.writeUInt16LE(1, 10); // plane
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(image.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, image]);
}
