// Import rules of the project; ARCHITECTURE.md explains them, tests/imports.test.ts breaks each one.
// Tests are exempt: they reach into every layer.
const source = (path, pathNot = []) => ({ path, pathNot: ['\\.test\\.tsx?$', ...pathNot] });

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'contract-stands-alone',
      comment: 'contract/ runs anywhere: it imports only itself, zod and zxcvbn-ts.',
      from: source('^contract/'),
      to: { pathNot: ['^contract/', 'node_modules/(?:zod|@zxcvbn-ts)/'] },
    },
    {
      name: 'web-imports-contract-only',
      comment: 'The web app knows the server only through contract/.',
      from: source('^web/'),
      to: { path: '^(server|demo|tests|bench|launch)/' },
    },
    {
      name: 'no-zod-on-pages',
      comment: 'zod is too large for the first load: import rules or types from contract/.',
      from: source('^web/'),
      to: { path: 'node_modules/zod/' },
    },
    {
      name: 'storefront-without-admin',
      comment: 'web/storefront and web/admin never import each other.',
      from: source('^web/storefront/'),
      to: { path: '^web/admin/' },
    },
    {
      name: 'admin-without-storefront',
      comment: 'web/storefront and web/admin never import each other.',
      from: source('^web/admin/'),
      to: { path: '^web/storefront/' },
    },
    {
      name: 'ui-knows-no-groceries',
      comment: 'web/ui is a design system: no screens, and of contract/ only the rule about images.',
      from: source('^web/ui/'),
      to: {
        path: ['^web/(storefront|admin)/', '^contract/'],
        pathNot: '^contract/rules/products/image\\.ts$',
      },
    },
    {
      name: 'server-imports-contract-only',
      comment: 'The server knows contract/; only main.ts and the process of images add the demo catalogue.',
      from: source('^server/', ['^server/main\\.ts$', 'image-process-main\\.ts$']),
      to: { path: '^(web|demo|tests|bench|launch)/' },
    },
    {
      name: 'demo-imports-server-and-contract',
      comment: 'The demo catalogue uses the database and contract/, nothing else.',
      from: source('^demo/'),
      to: { path: '^(web|tests|bench|launch)/' },
    },
    {
      name: 'queries-stay-in-their-domain',
      comment: 'A domain calls the services of another domain, never its queries.',
      from: source('^server/features/([^/]+)/'),
      to: { path: '\\.queries\\.ts$', pathNot: '^server/features/$1/' },
    },
    {
      name: 'queries-only-in-features',
      comment: 'Queries are called by their domain only.',
      from: source('^(server|demo)/', ['^server/features/']),
      to: { path: '^server/features/.*\\.queries\\.ts$' },
    },
    {
      name: 'transactions-in-services',
      comment: 'Only a service opens a transaction.',
      from: source('^server/', ['\\.service\\.ts$', '^server/database/']),
      to: { path: '^server/database/transaction\\.ts$' },
    },
    {
      name: 'driver-in-database',
      comment: 'Only server/database knows the PostgreSQL driver.',
      from: source('^(server|demo)/', ['^server/database/']),
      to: { path: '(^|node_modules/)pg(/|$)' },
    },
    {
      name: 'no-cycles',
      comment: 'No import cycles, type imports included.',
      from: source('.'),
      to: { circular: true },
    },
  ],
  options: {
    // The project's TypeScript 7 has no parser API yet.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
  },
};
