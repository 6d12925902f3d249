import { expect, test, vi } from 'vitest';
import {
  createImageStore,
  type ImageUploadOptions,
  type ImageUploadResult,
  uploadedUrls,
} from './image-store.ts';

interface Sending extends ImageUploadOptions {
  name: string;
  finish: (sent: ImageUploadResult) => Promise<void>;
}

/** A store whose uploads are completed by the test. */
function openStore(maximum = 12, urls: string[] = []) {
  const sendings: Sending[] = [];
  const store = createImageStore({
    maximum,
    urls,
    send: (file, options) =>
      new Promise((resolve) => {
        const finish = async (sent: ImageUploadResult) => {
          resolve(sent);
          await new Promise(setImmediate);
        };
        sendings.push({ ...options, name: file.name, finish });
      }),
  });
  const sending = (name: string) => {
    const found = sendings.findLast((candidate) => candidate.name === name);
    if (found === undefined) throw new Error(`${name} is not sent.`);
    return found;
  };
  const shown = () => {
    const { slots } = store.store.getState();
    return slots.map((slot) => (slot.state === 'uploaded' ? slot.url : `${slot.file.name} ${slot.state}`));
  };
  const idOf = (index: number) => store.store.getState().slots[index]?.id ?? '';
  return { store, sendings, sending, shown, idOf };
}

const files = (...names: string[]) => names.map((name) => new File(['x'], name));

test('uploads two files at a time', async () => {
  const { store, sendings, sending, shown } = openStore();
  store.add(files('a', 'b', 'c', 'd'));
  expect(sendings.map(({ name }) => name)).toEqual(['a', 'b']);
  await sending('b').finish({ url: '/b' });
  expect(sendings.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect(shown()).toEqual(['a uploading', '/b', 'c uploading', 'd uploading']);
});

test('continues other uploads when one fails, and retries it on request', async () => {
  const { store, sendings, sending, shown, idOf } = openStore();
  store.add(files('a', 'b'));
  await sending('a').finish({ problem: 'The store cannot be reached.', canRetry: true });
  await sending('b').finish({ url: '/b' });
  expect(shown()).toEqual(['a failed', '/b']);
  store.retry(idOf(0));
  expect(shown()).toEqual(['a uploading', '/b']);
  expect(sendings).toHaveLength(3);
  await sending('a').finish({ url: '/a' });
  expect(shown()).toEqual(['/a', '/b']);
});

test('aborts the upload of a removed image and ignores its result', async () => {
  const { store, sending, shown, idOf } = openStore();
  store.add(files('a', 'b'));
  store.remove(idOf(0));
  expect(sending('a').signal.aborted).toBe(true);
  sending('a').onProgress(1);
  await sending('a').finish({ url: '/a' });
  expect(shown()).toEqual(['b uploading']);
  expect(sending('b').signal.aborted).toBe(false);
});

test('reorders images while they are uploading', async () => {
  const { store, sending, idOf } = openStore(12, ['/x']);
  store.add(files('a'));
  store.move(idOf(1), idOf(0));
  await sending('a').finish({ url: '/a' });
  expect(uploadedUrls(store.store.getState().slots)).toEqual(['/a', '/x']);
});

test('shows a notice for files beyond the maximum and for duplicates', async () => {
  const { store, sending, shown } = openStore(3, ['/x']);
  store.add(files('a', 'b', 'c', 'd'));
  expect(shown()).toEqual(['/x', 'a uploading', 'b uploading']);
  expect(store.store.getState().notice).toBe('Up to 3 pictures: 2 not added.');
  await sending('a').finish({ url: '/x' });
  expect(shown()).toEqual(['/x', 'b uploading']);
  expect(store.store.getState().notice).toBe('This picture has already been added.');
});

test('ignores an empty selection', () => {
  const { store } = openStore(12, ['/x']);
  const before = store.store.getState();
  store.add([]);
  expect(store.store.getState()).toBe(before);
});

test('replaces the only image once the new one is uploaded', async () => {
  const { store, sending, shown } = openStore(1, ['/x']);
  store.add(files('a'));
  expect(shown()).toEqual(['/x', 'a uploading']);
  store.add(files('b'));
  expect(sending('a').signal.aborted).toBe(true);
  expect(shown()).toEqual(['/x', 'b uploading']);
  await sending('b').finish({ url: '/b' });
  expect(shown()).toEqual(['/b']);
});

test('revokes preview URLs', async () => {
  const made = vi.spyOn(URL, 'createObjectURL');
  const revoked = vi.spyOn(URL, 'revokeObjectURL');
  const { store, sending } = openStore();
  store.add(files('a', 'b'));
  for (const name of ['a', 'b']) sending(name).onPrepared(new Blob(['x']));
  await sending('a').finish({ url: '/a' });
  store.stop();
  sending('b').onPrepared(new Blob(['x']));
  expect(made).toHaveBeenCalledTimes(2);
  expect(revoked).toHaveBeenCalledTimes(2);
});

test('aborts uploads when all images are replaced', async () => {
  const { store, sending, shown } = openStore();
  store.add(files('a', 'b', 'c'));
  store.reset(['/y']);
  expect(sending('a').signal.aborted).toBe(true);
  await sending('a').finish({ url: '/a' });
  expect(shown()).toEqual(['/y']);
  expect(() => sending('c')).toThrow();
});
