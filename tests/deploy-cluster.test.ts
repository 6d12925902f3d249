import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { settingNames } from '#server/config.ts';
import { machineNames, readSecrets, readValues, writeFiles } from '../deploy/cluster/configuration.ts';

const deploy = join(import.meta.dirname, '../deploy');

describe('deploy/cluster', () => {
  let folder: string;
  const read = (path: string) => readFile(join(folder, path), 'utf8');
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tokri-files-'));
    const values = { ...(await readValues()), ...(await readSecrets(folder)) };
    for (const machine of machineNames) await writeFiles(machine, join(folder, machine.name), values);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('secrets are generated once, and given ones are kept', async () => {
    const secrets = await readSecrets(folder);
    expect(await readSecrets(folder)).toEqual(secrets);
    expect(new Set(Object.values(secrets)).size).toBe(Object.keys(secrets).length);
    expect(await read('database-1/userlist.txt')).toBe(`"shop" "${secrets.SHOP_PASSWORD}"\n`);
  });

  test('the shop has known settings, and ports that its HAProxy opens', async () => {
    const settings = parseEnv(await read('shop-2/shop.env'));
    for (const name of Object.keys(settings)) expect(settingNames).toContain(name);
    const { SHOP_2: address } = await readValues();
    for (const [name, port] of [
      ['DATABASE_URL', '5002'],
      ['DATABASE_SESSION_URL', '5000'],
      ['DATABASE_OWNER_URL', '5000'],
      ['DATABASE_READ_URL', '5001'],
    ] as const)
      expect(new URL(settings[name] ?? '').host, name).toBe(`${address}:${port}`);
    const haproxy = await read('shop-2/haproxy.cfg');
    expect([...haproxy.matchAll(/^ {2}bind (\S+)$/gm)].map(([, bound]) => bound)).toEqual(
      ['5000', '5002', '5001', '7000'].map((port) => `${address}:${port}`),
    );
  });

  test('Patroni has a lease that outlives its retries, and PostgreSQL connections for all pools', async () => {
    const patroni = z
      .object({
        etcd: z.object({ hosts: z.array(z.string()).length(3) }),
        bootstrap: z.object({
          dcs: z.object({
            ttl: z.number(),
            loop_wait: z.number(),
            retry_timeout: z.number(),
            synchronous_mode: z.literal(true),
            postgresql: z.object({ parameters: z.object({ max_connections: z.number() }) }),
          }),
        }),
      })
      .parse(parse(await read('database-1/patroni.yml')));
    const { ttl, loop_wait: loop, retry_timeout: retry, postgresql } = patroni.bootstrap.dcs;
    // Patroni's own rule: otherwise a busy primary would lose its lease.
    expect(loop + 2 * retry).toBeLessThanOrEqual(ttl);
    const [, pool] = /^default_pool_size = (\d+)$/m.exec(await read('database-1/pgbouncer.ini')) ?? [];
    // Each of the two processes has up to seven direct connections.
    expect(Number(pool) + 2 * 7).toBeLessThan(postgresql.parameters.max_connections);
    for (const name of ['shop-1', 'shop-2', 'front']) {
      const { ETCD_INITIAL_CLUSTER: members = '', ETCD_NAME } = parseEnv(await read(`${name}/etcd.env`));
      expect([ETCD_NAME, members.split(',').length]).toEqual([name, 3]);
    }
  });
});

describe('cloudnative-pg.yaml', () => {
  const metadata = z.strictObject({ name: z.string(), labels: z.record(z.string(), z.string()) });
  const reference = z.strictObject({ name: z.string() });
  const document = z.discriminatedUnion('kind', [
    z.strictObject({
      apiVersion: z.literal('postgresql.cnpg.io/v1'),
      kind: z.literal('Cluster'),
      metadata,
      spec: z.looseObject({
        instances: z.literal(3),
        bootstrap: z.strictObject({
          initdb: z.object({
            database: z.literal('shop'),
            owner: z.literal('shop_owner'),
            secret: reference,
          }),
        }),
        postgresql: z.strictObject({
          synchronous: z.strictObject({
            method: z.literal('any'),
            number: z.literal(1),
            dataDurability: z.enum(['required', 'preferred']),
            failoverQuorum: z.literal(true),
          }),
          // PostgreSQL's parameters are texts in this API.
          parameters: z.record(z.string(), z.string()),
        }),
        plugins: z.tuple([
          z.strictObject({
            name: z.string(),
            isWALArchiver: z.literal(true),
            parameters: z.strictObject({ barmanObjectName: z.string() }),
          }),
        ]),
      }),
    }),
    z.strictObject({
      apiVersion: z.literal('postgresql.cnpg.io/v1'),
      kind: z.literal('Pooler'),
      metadata,
      spec: z.strictObject({
        cluster: reference,
        instances: z.number().min(2),
        type: z.literal('rw'),
        pgbouncer: z.strictObject({
          poolMode: z.literal('transaction'),
          parameters: z.record(z.string(), z.string()),
        }),
      }),
    }),
    z.strictObject({
      apiVersion: z.literal('barmancloud.cnpg.io/v1'),
      kind: z.literal('ObjectStore'),
      metadata,
      spec: z.strictObject({ retentionPolicy: z.string().regex(/^\d+d$/), configuration: z.looseObject({}) }),
    }),
    z.strictObject({
      apiVersion: z.literal('postgresql.cnpg.io/v1'),
      kind: z.literal('ScheduledBackup'),
      metadata,
      spec: z.strictObject({
        // With seconds.
        schedule: z.string().regex(/^(?:\S+ ){5}\S+$/),
        cluster: reference,
        backupOwnerReference: z.literal('self'),
        method: z.literal('plugin'),
        pluginConfiguration: reference,
      }),
    }),
  ]);

  test('the pooler, the backups and the URLs of the shop belong to the cluster', async () => {
    const text = await readFile(join(deploy, 'cloudnative-pg.yaml'), 'utf8');
    const documents = parseAllDocuments(text).map((each) => document.parse(each.toJS()));
    const [cluster, pooler, store, backup] = documents;
    if (cluster?.kind !== 'Cluster' || pooler?.kind !== 'Pooler' || store?.kind !== 'ObjectStore')
      throw new Error('The documents have another order.');
    if (backup?.kind !== 'ScheduledBackup') throw new Error('There is no backup.');
    const { name } = cluster.metadata;
    expect([pooler.spec.cluster.name, backup.spec.cluster.name]).toEqual([name, name]);
    const [plugin] = cluster.spec.plugins;
    expect(plugin.parameters.barmanObjectName).toBe(store.metadata.name);
    expect(backup.spec.pluginConfiguration.name).toBe(plugin.name);
    const urls = [...text.matchAll(/^# {3}(DATABASE_\w+)=(.+)$/gm)].map(([, setting = '', url = '']) => {
      expect(settingNames).toContain(setting);
      return [setting, new URL(url.replace('…', 'x')).hostname];
    });
    expect(Object.fromEntries(urls)).toEqual({
      DATABASE_URL: pooler.metadata.name,
      DATABASE_SESSION_URL: `${name}-rw`,
      DATABASE_OWNER_URL: `${name}-rw`,
      DATABASE_READ_URL: `${name}-ro`,
    });
  });
});
