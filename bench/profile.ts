import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Inspector } from '#tests/fixtures/inspector.ts';
import { closeMixedShop, loads, openMixedShop, runLoad } from './mixed-loads.ts';

const node = z.object({
  id: z.number(),
  callFrame: z.object({ functionName: z.string(), url: z.string() }),
  children: z.array(z.number()).optional(),
});
const profile = z.object({
  nodes: z.array(node),
  samples: z.array(z.number()),
  /** Microseconds since the previous sample. */
  timeDeltas: z.array(z.number()),
});
const answer = z.object({ profile });

const folder = 'build/profiles';
const printedCosts = 15;

/** Writes a CPU profile of the server for each mixed load, for Chrome's DevTools, and prints the largest costs. */
export async function printProfiles(
  url: string,
  credentials: { email: string; password: string },
  inspector: Inspector,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await inspector.ask('Profiler.enable');
  const shop = await openMixedShop(url, credentials);
  try {
    for (const load of loads) {
      await inspector.ask('Profiler.start');
      await runLoad(shop, load);
      const taken = answer.parse(await inspector.ask('Profiler.stop')).profile;
      const path = join(folder, `${load.name.replaceAll(' ', '-')}.cpuprofile`);
      await writeFile(path, JSON.stringify(taken));
      process.stdout.write(`\n${load.name}: ${path}\n`);
      printCosts(taken);
    }
  } finally {
    closeMixedShop(shop);
  }
}

type Profile = z.infer<typeof profile>;

/** Prints the share of the busy time by package, own domain, or part of Node. */
function printCosts({ nodes, samples, timeDeltas }: Profile): void {
  const byId = new Map(nodes.map((each) => [each.id, each]));
  const parents = new Map(nodes.flatMap(({ id, children }) => (children ?? []).map((child) => [child, id])));
  const owners = new Map<number, string>();
  /** A package, a domain of the shop or a module of Node; code without a file belongs to its caller. */
  const ownerOf = (id: number): string => {
    const known = owners.get(id);
    if (known !== undefined) return known;
    const { functionName = '', url = '' } = byId.get(id)?.callFrame ?? {};
    const parent = parents.get(id);
    const owner = functionName.startsWith('(')
      ? functionName
      : (moduleOf(url) ?? (parent === undefined ? 'node' : ownerOf(parent)));
    owners.set(id, owner);
    return owner;
  };
  const costs = new Map<string, number>();
  let busy = 0;
  samples.forEach((id, index) => {
    const owner = ownerOf(id);
    if (owner === '(idle)') return;
    const delta = timeDeltas[index] ?? 0;
    busy += delta;
    costs.set(owner, (costs.get(owner) ?? 0) + delta);
  });
  const largest = [...costs].sort(([, a], [, b]) => b - a).slice(0, printedCosts);
  for (const [owner, cost] of largest)
    process.stdout.write(`  ${((100 * cost) / busy).toFixed(1).padStart(5)} %  ${owner}\n`);
}

function moduleOf(url: string): string | undefined {
  if (url.startsWith('node:')) return url;
  const installed = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  return (
    installed ??
    /\/(?:server\/features\/\w+|server\/\w+|contract|build\/server)(?=\/)/.exec(url)?.[0].slice(1)
  );
}
