import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Claims a data folder for this process, because two shops on one embedded database would fight for it.
 * Gives the release. Throws, with the address of the shop that has it, when a living process holds the claim;
 * the claim of a killed one is taken over.
 */
export async function claimDataDirectory(directory: string, url: string): Promise<() => Promise<void>> {
  const file = join(directory, 'shop.pid');
  const claim = `${process.pid}\n${url}\n`;
  // Laid under its name when it is complete: nobody reads half a claim, and of two processes that start together
  // one succeeds.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, claim);
  try {
    await link(draft, file);
  } catch {
    const [pid = '', holderUrl = ''] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
    if (await isShop(Number(pid))) {
      throw new Error(`it is already open at ${holderUrl} (process ${pid}). Stop that one first.`);
    }
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  return () => rm(file, { force: true });
}

async function isShop(pid: number): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 1 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A process number is given out again after a restart of the machine: what runs under it may be no shop.
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  return commandLine === null ? process.platform !== 'linux' : commandLine.includes('server/main.ts');
}
