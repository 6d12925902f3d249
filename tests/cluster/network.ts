import { execFileSync } from 'node:child_process';

const bridge = 'tokri-cluster';
const host = '10.131.0.1';
const addresses: Record<string, string> = {
  'database-1': '10.131.0.11',
  'database-2': '10.131.0.12',
  'database-3': '10.131.0.13',
  'shop-1': '10.131.0.21',
  'shop-2': '10.131.0.22',
  front: '10.131.0.31',
};

/** Each machine in its own network namespace, connected by a bridge. Needs root. */
export const network = {
  /** Where this process can be reached from the machines. */
  host,
  values: {
    DATABASE_1: '10.131.0.11',
    DATABASE_2: '10.131.0.12',
    DATABASE_3: '10.131.0.13',
    SHOP_1: '10.131.0.21',
    SHOP_2: '10.131.0.22',
    FRONT: '10.131.0.31',
    NETWORK: '10.131.0.0/24',
    PUBLIC_URL: 'http://10.131.0.31:3000',
  },
  prefixOf: (machine: string) => ['ip', 'netns', 'exec', namespaceOf(machine)],

  open(): void {
    network.close();
    ip('link', 'add', bridge, 'type', 'bridge');
    ip('address', 'add', `${host}/24`, 'dev', bridge);
    ip('link', 'set', bridge, 'up');
    for (const [machine, address] of Object.entries(addresses)) {
      const [namespace, cable] = [namespaceOf(machine), cableOf(machine)];
      ip('netns', 'add', namespace);
      ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
      ip('link', 'set', cable, 'master', bridge, 'up');
      ip('-n', namespace, 'address', 'add', `${address}/24`, 'dev', 'eth0');
      ip('-n', namespace, 'link', 'set', 'eth0', 'up');
      ip('-n', namespace, 'link', 'set', 'lo', 'up');
    }
  },

  /** Removes what `open` of this or of an interrupted run has added. */
  close(): void {
    const links = ip('-o', 'link', 'show');
    for (const machine of Object.keys(addresses)) {
      if (links.includes(cableOf(machine))) ip('link', 'delete', cableOf(machine));
      if (ip('netns', 'list').includes(namespaceOf(machine))) ip('netns', 'delete', namespaceOf(machine));
    }
    if (links.includes(bridge)) ip('link', 'delete', bridge);
  },

  /** From now on packets to and from a machine are lost. */
  cut(machine: string): void {
    ip('link', 'set', cableOf(machine), 'down');
  },

  join(machine: string): void {
    ip('link', 'set', cableOf(machine), 'up');
  },
};

const namespaceOf = (machine: string) => `tokri-${machine}`;
// The name of an interface has 15 characters at most.
const cableOf = (machine: string) => `tk-${machine}`;

function ip(...args: string[]): string {
  return execFileSync('ip', args, { encoding: 'utf8' });
}
