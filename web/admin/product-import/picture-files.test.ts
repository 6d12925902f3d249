import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { listPictures, PictureFilesError, pictureLimits } from './picture-files.ts';

const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 1, 2, 3]);
const zipOf = (entries: Record<string, Uint8Array>, name = 'pictures.zip') =>
  new File([zipSync(entries).slice()], name, { type: 'application/zip' });

const pathsOf = async (files: readonly File[]) => {
  const { files: pictures, leftOut } = await listPictures(files);
  return {
    pictures: pictures.map(({ path }) => path),
    leftOut: leftOut.map(({ path, problem }) => `${path}: ${problem}`),
  };
};

test('takes the pictures of files and ZIP files and reports the others', async () => {
  const zip = zipOf({
    'Fruits/FR-1.jpg': jpeg,
    'Fruits/FR-1-2.PNG': jpeg,
    'Fruits/list.txt': jpeg,
    'Fruits/drawing.svg': jpeg,
    '__MACOSX/Fruits/._FR-1.jpg': jpeg,
    '../outside.jpg': jpeg,
    '/etc/absolute.jpg': jpeg,
    '.hidden.jpg': jpeg,
  });
  expect(await pathsOf([zip, new File([jpeg], 'Mango.webp'), new File([jpeg], 'Mango.pdf')])).toEqual({
    pictures: ['Fruits/FR-1.jpg', 'Fruits/FR-1-2.PNG', 'Mango.webp'],
    leftOut: [
      ...['Fruits/list.txt: not a picture', 'Fruits/drawing.svg: not a picture'],
      ...['../outside.jpg: invalid name', '/etc/absolute.jpg: invalid name', 'Mango.pdf: not a picture'],
    ],
  });
});

test('unpacks each picture when it is read', async () => {
  const second = strToU8('second');
  const { files } = await listPictures([zipOf({ 'a/x.jpg': jpeg, 'b/x.jpg': second })]);
  const contents = await Promise.all(
    files.map(async ({ read }) => new Uint8Array(await (await read()).arrayBuffer())),
  );
  expect(contents).toEqual([jpeg, second]);
  const [first] = await Promise.all(files.map(({ read }) => read()));
  expect([first?.name, first?.type]).toEqual(['x.jpg', 'image/jpeg']);
});

test('leaves out a picture that unpacks to more than 25 MB, as its entry says', async () => {
  const bomb = new Uint8Array((pictureLimits.megabytes + 1) * 1024 * 1024);
  expect(await pathsOf([zipOf({ 'bomb.jpg': bomb, 'FR-1.jpg': jpeg })])).toEqual({
    pictures: ['FR-1.jpg'],
    leftOut: ['bomb.jpg: too large'],
  });
});

test('unpacks no more than the declared size of an entry that says too little', async () => {
  const bytes = zipSync({ 'bomb.jpg': new Uint8Array(40 * 1024 * 1024) });
  // The uncompressed size, in the local header and in the directory at the end.
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let at = 0; at < bytes.length - 4; at += 1) {
    const signature = view.getUint32(at, true);
    if (signature === 0x04034b50) view.setUint32(at + 22, 1000, true);
    if (signature === 0x02014b50) view.setUint32(at + 24, 1000, true);
  }
  const { files } = await listPictures([new File([bytes.slice()], 'bomb.zip')]);
  const read = await files[0]?.read().then(
    (file) => file.size,
    () => 'refused',
  );
  expect(['refused', 1000]).toContain(read);
});

test.each([
  ['no ZIP file', new File(['hello'], 'a.zip')],
  ['an empty one', new File([], 'a.zip')],
  ['one that is cut off', new File([zipSync({ 'a.jpg': jpeg }).slice(0, 40)], 'a.zip')],
])('refuses %s', async (_what, file) => {
  await expect(listPictures([file])).rejects.toBeInstanceOf(PictureFilesError);
});

test('refuses more than 5,000 pictures', async () => {
  const files = Array.from(
    { length: pictureLimits.files + 1 },
    (_, index) => new File([jpeg], `${index}.jpg`),
  );
  await expect(listPictures(files)).rejects.toThrow('At most 5,000 pictures at once.');
});

test('shows no characters that change the text around a file name', async () => {
  const { leftOut } = await pathsOf([new File([jpeg], 'a\u202egpj.exe')]);
  expect(leftOut).toEqual(['a\ufffdgpj.exe: not a picture']);
});
