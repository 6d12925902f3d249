import { isHostilePath, isSystemFile, type PictureFile, parsePictureName } from './picture-names.ts';

/** Limits of what is chosen at once. */
export const pictureLimits = {
  /** Most pictures. */
  files: 5000,
  /** Most megabytes of one ZIP file: the browser reads it as a whole. */
  zipMegabytes: 500,
  /** Most megabytes of one picture, before it is scaled down. */
  megabytes: 25,
} as const;

/** Why a file is left out. */
export type FileProblem = 'not a picture' | 'too large' | 'invalid name' | 'damaged';

export interface ChosenPictures {
  files: PictureFile[];
  leftOut: { path: string; problem: FileProblem }[];
}

/** Nothing of these files can be used. */
export class PictureFilesError extends Error {}

const megabyte = 1024 * 1024;
const types: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jfif: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  bmp: 'image/bmp',
  heic: 'image/heic',
  heif: 'image/heif',
};

/**
 * The pictures among files and in ZIP files, which are read one by one when they are needed. Throws
 * `PictureFilesError` for too many files and for a ZIP file that is too large or damaged.
 */
export async function listPictures(chosen: readonly File[]): Promise<ChosenPictures> {
  const pictures: ChosenPictures = { files: [], leftOut: [] };
  for (const file of chosen) {
    if (isZip(file)) await addZip(pictures, file);
    else {
      // The path is empty for a file that is not in a chosen folder.
      const path = file.webkitRelativePath || file.name;
      add(pictures, path, file.size, async () => withType(file, path));
    }
    if (pictures.files.length > pictureLimits.files)
      throw new PictureFilesError(
        `At most ${pictureLimits.files.toLocaleString('en-IN')} pictures at once. Choose fewer.`,
      );
  }
  return pictures;
}

function isZip({ name, type }: File): boolean {
  return /\.zip$/i.test(name) || /^application\/(?:x-)?zip/.test(type);
}

function add(pictures: ChosenPictures, path: string, bytes: number, read: () => Promise<File>): void {
  if (isSystemFile(path)) return;
  const name = isHostilePath(path) ? null : parsePictureName(path);
  const leaveOut = (problem: FileProblem) => pictures.leftOut.push({ path: toShownPath(path), problem });
  if (name === null) leaveOut('invalid name');
  else if (types[toExtension(path)] === undefined) leaveOut('not a picture');
  else if (bytes > pictureLimits.megabytes * megabyte) leaveOut('too large');
  else pictures.files.push({ path, name, read });
}

async function addZip(pictures: ChosenPictures, zip: File): Promise<void> {
  if (zip.size > pictureLimits.zipMegabytes * megabyte)
    throw new PictureFilesError(
      `${zip.name} has more than ${pictureLimits.zipMegabytes} MB. Split it into smaller files.`,
    );
  const { unzipSync } = await import('fflate');
  const damaged = () => new PictureFilesError(`${zip.name} is damaged or no ZIP file. Make it again.`);
  const bytes = await zip.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => {
      throw damaged();
    },
  );
  const entries: { path: string; bytes: number }[] = [];
  try {
    // Reads the list of files only.
    unzipSync(bytes, {
      filter({ name, originalSize }) {
        entries.push({ path: name, bytes: originalSize });
        if (entries.length > 10 * pictureLimits.files) throw damaged();
        return false;
      },
    });
  } catch {
    throw damaged();
  }
  for (const [index, entry] of entries.entries()) {
    if (/[/\\]$/.test(entry.path)) continue;
    add(pictures, entry.path, entry.bytes, async () => {
      let position = -1;
      // Not by its name, which can occur twice. The declared size, which is checked above, is the most that is
      // unpacked.
      const unpacked = unzipSync(bytes, {
        filter() {
          position += 1;
          return position === index;
        },
      });
      const content = Object.values(unpacked)[0];
      if (content === undefined || content.length !== entry.bytes) throw damaged();
      return new File([content.slice()], entry.path.split(/[/\\]/).at(-1) ?? '', {
        type: types[toExtension(entry.path)] ?? '',
      });
    });
  }
}

/** With the type of its extension, if the browser knows none. */
function withType(file: File, path: string): File {
  return file.type === '' ? new File([file], file.name, { type: types[toExtension(path)] ?? '' }) : file;
}

function toExtension(path: string): string {
  return /\.([0-9A-Za-z]{1,5})$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/** Without characters that change how the text around it is shown. */
function toShownPath(path: string): string {
  return path.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\ufffd').slice(0, 200);
}
