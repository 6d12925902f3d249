import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A browser program and what it needs in its environment. */
export interface BrowserProgram {
  executablePath: string;
  environment: Record<string, string>;
}

const cache = join(import.meta.dirname, '..', 'node_modules', '.cache');

/**
 * The Chromium that came as an npm package, unpacked at the first time (about 5 seconds). Null where the
 * package has none (it is made for Linux on x64): there a Chrome that the machine has must do.
 */
export async function findChromium(): Promise<BrowserProgram | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const folder = await unpackedFolder();
  const executablePath = join(folder, 'chromium');
  return {
    executablePath,
    environment: {
      // Our pages bring their fonts; this is for what they leave to the system, on a machine that has none.
      FONTCONFIG_PATH: join(folder, 'fonts'),
      ...(lacksLibraries(executablePath) && { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }),
    },
  };
}

/** The package unpacks into the shared temporary folder; we want a private one that is whole or absent. */
async function unpackedFolder(): Promise<string> {
  const folder = join(cache, `chromium-${packageVersion()}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(join(cache, 'chromium-draft-'));
  const usualTemporaryFolder = process.env.TMPDIR;
  process.env.TMPDIR = draft;
  try {
    const { default: chromium, inflate } = await import('@sparticuz/chromium');
    await chromium.executablePath();
    await inflate(join(packageFolder(), 'bin', 'al2023.tar.br'));
  } finally {
    if (usualTemporaryFolder === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usualTemporaryFolder;
  }
  await rename(draft, folder).catch(async (error: unknown) => {
    await rm(draft, { recursive: true });
    // Two that unpack at once: the first one's folder is as good.
    if (!existsSync(folder)) throw error;
  });
  return folder;
}

function packageFolder(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  return dirname(dirname(entry));
}

function packageVersion(): string {
  const description: unknown = createRequire(import.meta.url)(join(packageFolder(), 'package.json'));
  if (typeof description === 'object' && description !== null && 'version' in description)
    return String(description.version);
  throw new Error('The package @sparticuz/chromium does not say its version.');
}

function lacksLibraries(program: string): boolean {
  const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' });
  return typeof stdout === 'string' && stdout.includes('not found');
}
