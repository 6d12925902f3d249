// Import rules of the project; ARCHITECTURE.md explains them, tests/imports.test.ts breaks each one.
// Tests are exempt: they reach into every layer.

const modules = [
  'notifications',
  'images',
  'sessions',
  'identity',
  'staff',
  'store',
  'inventory',
  'search',
  'products',
  'product-import',
  'home',
  'discounts',
  'addresses',
  'delivery',
  'cart',
  'lists',
  'tax',
  'ledger',
  'orders',
  'problems',
  'payments',
  'checkout',
  'customers',
  'reports',
];

/**
 * The folders of each layer, ground first: a folder imports only folders before it in its list. A new folder needs a
 * place here. In contract/ `store` is the last, because the settings consist of the sections of the modules.
 */
const order = {
  contract: ['base', ...modules.filter((module) => module !== 'store'), 'store'],
  server: [
    'base',
    'database',
    'jobs',
    'providers',
    'table-files',
    'cache',
    'http',
    ...modules,
    'app',
    'backup',
    'command-line',
  ],
  web: ['texts', 'base', 'ui', 'api', 'forms', 'service-worker', 'session', 'storefront', 'admin'],
  // A product card contains the button of the cart, so screens have an order of their own.
  'web/storefront': [
    'notifications',
    'identity',
    'addresses',
    'delivery',
    'cart',
    'wishlist',
    'product-card',
    'product-list',
    'product-page',
    'search',
    'problems',
    'orders',
    'home',
    'lists',
    'checkout',
    'payments',
    'customers',
    'shell',
  ],
  'web/admin': [
    'images',
    'sessions',
    'store',
    'discounts',
    'product-form',
    'products',
    'categories',
    'inventory',
    'product-import',
    'home',
    'orders',
    'problems',
    'customers',
    'tax',
    'reports',
    'payments',
    'history',
    'shell',
  ],
};

/** The tables of each folder of server/. No other writes them, except as `tests/table-owners.test.ts` says. */
export const tables = {
  http: ['rate_limit'],
  notifications: ['push_key', 'push_subscription'],
  images: ['image'],
  sessions: ['known_device', 'refresh_token', 'security_event', 'session'],
  identity: [
    'account',
    'authentication_challenge',
    'customer_digest',
    'email_verification',
    'passkey',
    'password_reset',
    'recovery_code',
    'totp',
  ],
  staff: ['audit_entry'],
  store: ['page_version', 'store_opening', 'store_settings'],
  inventory: ['product_stock', 'stock_change', 'stock_difference'],
  search: ['product_search', 'search_count', 'search_engine', 'search_engine_change', 'search_word'],
  products: [
    'category',
    'former_brand',
    'product',
    'product_category',
    'product_sub_category',
    'sub_category',
    'sub_category_category',
  ],
  'product-import': ['product_import', 'product_import_part'],
  home: ['banner', 'home_layout', 'product_collection'],
  discounts: ['coupon', 'coupon_use'],
  addresses: ['address'],
  delivery: ['delivery_request', 'delivery_slot', 'order_slot'],
  cart: ['cart_line', 'cart_merge'],
  lists: ['shopping_list', 'shopping_list_line', 'wishlist_item'],
  tax: ['invoiced_line', 'tax_document', 'tax_document_series'],
  ledger: ['ledger_entry', 'store_credit', 'store_credit_entry'],
  orders: ['customer_order', 'order_history', 'order_line', 'unqueued_order_email', 'unqueued_order_push'],
  problems: ['problem_line', 'problem_photo', 'problem_report'],
  payments: ['day_closing', 'day_reopening', 'payment_event', 'payment_session'],
  customers: ['customer_note'],
};

const toOrderRules = ([layer, folders]) => [
  ...folders.slice(0, -1).map((folder, index) => ({
    name: `order-of-${layer}`,
    comment: `A folder of ${layer}/ imports only folders before it in the list above.`,
    from: { path: `^${layer}/${folder}/` },
    to: { path: `^${layer}/(?:${folders.slice(index + 1).join('|')})/` },
  })),
  {
    name: `folders-of-${layer}`,
    comment: `Each folder of ${layer}/ has a place in the list above.`,
    from: { path: `^${layer}/(?!(?:${folders.join('|')})/)[^/]+/` },
    to: { path: '.' },
  },
];

const toGroundRule = (layer) => ({
  name: `ground-of-${layer}`,
  comment: `The files of ${layer}/ itself are its ground: they import none of its folders.`,
  from: { path: `^${layer}/[^/]+$` },
  to: { path: `^${layer}/[^/]+/` },
});

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...Object.entries(order).flatMap(toOrderRules),
    toGroundRule('web/storefront'),
    toGroundRule('web/admin'),
    {
      name: 'no-import-of-the-root',
      comment: 'The files of web/ itself compose the pages; nothing below imports them.',
      from: { path: '^web/[^/]+/' },
      to: { path: '^web/[^/]+$' },
    },
    {
      name: 'contract-stands-alone',
      comment: 'contract/ runs anywhere: it imports only itself, zod, zxcvbn-ts and marked.',
      from: { path: '^contract/' },
      to: { pathNot: ['^contract/', 'node_modules/(?:zod|@zxcvbn-ts|marked)/'] },
    },
    {
      name: 'web-imports-contract-only',
      comment: 'The web app knows the server only through contract/.',
      from: { path: '^web/' },
      to: { path: '^(server|demo|tests|bench|launch)/' },
    },
    {
      name: 'no-zod-on-pages',
      comment: 'zod is too large for the first load: import rules or types from contract/.',
      from: { path: '^web/' },
      to: { path: 'node_modules/zod/' },
    },
    {
      name: 'storefront-without-admin',
      comment: 'web/storefront and web/admin never import each other.',
      from: { path: '^web/storefront/' },
      to: { path: '^web/admin/' },
    },
    {
      name: 'admin-without-storefront',
      comment: 'web/storefront and web/admin never import each other.',
      from: { path: '^web/admin/' },
      to: { path: '^web/storefront/' },
    },
    {
      name: 'ui-knows-no-groceries',
      comment: 'web/ui is a design system: no screens, and of contract/ only the rule about images.',
      from: { path: '^web/ui/' },
      to: { path: ['^web/(storefront|admin)/', '^contract/'], pathNot: '^contract/images/image\\.ts$' },
    },
    {
      name: 'server-imports-contract-only',
      comment: 'The server knows contract/; only main.ts names the demo catalogue.',
      from: { path: '^server/', pathNot: '^server/main\\.ts$' },
      to: { path: '^(web|demo|tests|bench|launch)/' },
    },
    {
      name: 'demo-imports-server-and-contract',
      comment: 'The demo catalogue uses the database and contract/, nothing else.',
      from: { path: '^demo/' },
      to: { path: '^(web|tests|bench|launch)/' },
    },
    {
      name: 'no-import-of-the-entry-point',
      comment:
        'A module gets its configuration as an argument; only main.ts and the commands read config.ts.',
      from: { path: '^server/[^/]+/', pathNot: '^server/command-line/' },
      to: { path: '^server/[^/]+$' },
    },
    {
      name: 'queries-stay-in-their-module',
      comment: 'A module calls the services of another module, never its queries.',
      from: { path: '^server/([^/]+)/' },
      to: { path: '\\.queries\\.ts$', pathNot: '^server/$1/' },
    },
    {
      name: 'queries-only-in-modules',
      comment: 'Queries are called by their module only.',
      from: { path: ['^server/[^/]+$', '^demo/'] },
      to: { path: '^server/.*\\.queries\\.ts$' },
    },
    {
      name: 'transactions-in-services',
      comment: 'Only a service opens a transaction.',
      from: { path: '^server/', pathNot: ['\\.service\\.ts$', '^server/database/'] },
      to: { path: '^server/database/transaction\\.ts$' },
    },
    {
      name: 'driver-in-database',
      comment: 'Only server/database knows the PostgreSQL driver.',
      from: { path: '^(server|demo)/', pathNot: '^server/database/' },
      to: { path: '(^|node_modules/)pg(/|$)' },
    },
    {
      name: 'no-cycles',
      comment: 'No import cycles, type imports included.',
      from: { path: '.' },
      to: { circular: true },
    },
    {
      name: 'no-cycles-of-folders',
      comment: 'No two folders import each other, also not through others.',
      scope: 'folder',
      from: { path: Object.keys(order).map((layer) => `^${layer}/`) },
      to: { circular: true },
    },
  ],
  options: {
    // The project's TypeScript 7 has no parser API yet.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.tsx?$' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
  },
};
