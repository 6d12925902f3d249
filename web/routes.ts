import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** Every URL of the shop (specification section 2, decisions section 6). */
export default [
  layout('storefront/shell/shell.tsx', [
    index('storefront/home/home-page.tsx'),
    route('search', 'storefront/search/search-page.tsx'),
    route('product/:product', 'storefront/product/product-page.tsx'),
    route('success', 'storefront/success/success-page.tsx'),
    route('cancel', 'storefront/cancel/cancel-page.tsx'),
    route(':category/:subCategory', 'storefront/listing/listing-page.tsx'),
    route('*', 'storefront/not-found/not-found-page.tsx'),
  ]),
] satisfies RouteConfig;
