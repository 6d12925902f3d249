import { basename } from 'node:path';
import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes';

// Every page of the shop loads the ids of all routes, so they are short.

/** Names the routes of the shop by their files: `home` for `storefront/home/home-page.tsx`. */
function ofShop(routes: RouteConfigEntry[]): RouteConfigEntry[] {
  return routes.map((entry) => {
    const id = entry.id ?? basename(entry.file).replace(/(?:-page|-route)?\.tsx?$/, '');
    return { ...entry, id, ...(entry.children && { children: ofShop(entry.children) }) };
  });
}

/** Numbers the routes of the staff. */
function ofStaff(routes: RouteConfigEntry[], parentId = 'staff'): RouteConfigEntry[] {
  return routes.map((entry, position) => {
    const id = `${parentId}${position}`;
    return { ...entry, id, ...(entry.children && { children: ofStaff(entry.children, `${id}.`) }) };
  });
}

/** All URLs. */
export default [
  ...ofShop([
    route('manifest.webmanifest', 'storefront/shell/manifest.ts'),
    // Replaces the page of a payment provider, so it has no header or footer.
    route('pay/sandbox/:id', 'storefront/payments/sandbox-payment-page.tsx'),
    // In the language of the shop, and without the menu of the staff, whose scripts a phone would load.
    route('staff/pick', 'staff/pick/pick-page.tsx'),
    route('staff/deliver', 'staff/deliver/deliver-page.tsx'),
    // Fills the screen of a phone that pickers and riders share.
    route('staff/login', 'storefront/identity/pin-login-page.tsx'),
    layout('storefront/shell/shell.tsx', [
      index('storefront/home/home-page.tsx'),
      route('search', 'storefront/search/search-page.tsx'),
      route('search/filter', 'storefront/product-list/filter-page.tsx', { id: 'search-filter' }),
      route('brand/:brand', 'storefront/product-list/brand-page.tsx'),
      route('brand/:brand/filter', 'storefront/product-list/filter-page.tsx', { id: 'brand-filter' }),
      route('collection/:collection', 'storefront/home/collection-page.tsx'),
      route('product/:product', 'storefront/product-page/product-page.tsx'),

      route('wishlist', 'storefront/lists/wishlist-page.tsx'),
      route('cart', 'storefront/checkout/cart-page.tsx'),
      route('page/:page', 'storefront/shell/store-page.tsx'),
      route('offline', 'storefront/shell/offline-page.tsx'),
      route('login', 'storefront/identity/login-page.tsx'),
      route('register', 'storefront/identity/register-page.tsx'),
      route('forgot-password', 'storefront/identity/forgot-password-page.tsx'),
      route('verification-otp', 'storefront/identity/verification-otp-page.tsx'),
      route('reset-password', 'storefront/identity/reset-password-page.tsx'),
      route('invitation', 'storefront/identity/invitation-page.tsx'),
      route('verify-email', 'storefront/identity/verify-email-page.tsx'),
      route('checkout', 'storefront/checkout/checkout-page.tsx'),
      route('user', 'storefront/customers/user-page.tsx'),
      route('success', 'storefront/payments/success-page.tsx'),
      route('cancel', 'storefront/payments/cancel-page.tsx'),
      route('orders/:orderId', 'storefront/orders/order-page.tsx'),

      layout('storefront/customers/dashboard-layout.tsx', [
        route('dashboard/profile', 'storefront/customers/profile-page.tsx'),
        route('dashboard/myorders', 'storefront/orders/orders-page.tsx'),
        route('dashboard/lists', 'storefront/lists/lists-page.tsx'),
        route('dashboard/address', 'storefront/addresses/addresses-page.tsx'),
      ]),

      // In the frame and the language of the shop.
      ...ofStaff(
        [layout('admin/shell/require-admin.tsx', [route('dashboard/home-preview', 'home-preview.tsx')])],
        'preview',
      ),

      // Matches any two segments; the routes above have precedence.
      route(':category/:subCategory', 'storefront/product-list/listing-page.tsx'),
      route(':category/:subCategory/filter', 'storefront/product-list/filter-page.tsx', {
        id: 'listing-filter',
      }),
      route('*', 'storefront/shell/not-found-route.tsx'),
    ]),
  ]),
  ...ofStaff([
    layout('admin/shell/admin-shell.tsx', [
      route('dashboard', 'dashboard-home.tsx'),
      layout('admin/shell/require-admin.tsx', [
        route('dashboard/orders', 'admin/orders/orders-page.tsx'),
        route('dashboard/payments', 'admin/payments/payments-page.tsx'),
        route('dashboard/day-end', 'admin/payments/day-end-page.tsx'),
        route('dashboard/accounting', 'admin/tax/accounting-page.tsx'),
        route('dashboard/reports', 'admin/reports/reports-page.tsx'),
        route('dashboard/problems', 'admin/problems/problems-page.tsx'),
        route('dashboard/customers', 'admin/customers/customers-page.tsx'),
        route('dashboard/customers/:customer', 'admin/customers/customer-page.tsx'),
        route('dashboard/category', 'admin/categories/category-page.tsx'),
        route('dashboard/subcategory', 'admin/categories/sub-category-page.tsx'),
        route('dashboard/product', 'admin/products/products-page.tsx'),
        route('dashboard/upload-product', 'admin/product-form/upload-product-page.tsx'),
        route('dashboard/stock', 'admin/inventory/stock-page.tsx'),
        route('dashboard/product-import', 'admin/product-import/product-import-page.tsx'),
        route('dashboard/product-import/pictures', 'admin/product-import/pictures-page.tsx'),
        // The former address, which may be in a bookmark.
        route('dashboard/product-pictures', 'admin/product-import/pictures-page.tsx', {
          id: 'former-pictures',
        }),
        route('dashboard/offers', 'admin/discounts/offers-page.tsx'),
        route('dashboard/home', 'admin/home/home-page.tsx'),
        route('dashboard/settings', 'admin/store/settings-page.tsx'),
        route('dashboard/pages', 'admin/store/pages-page.tsx'),
        route('dashboard/staff', 'admin/staff/staff-page.tsx'),
        route('dashboard/history', 'admin/history/history-page.tsx'),
        route('dashboard/security', 'admin/sessions/security-log-page.tsx'),
      ]),
    ]),
  ]),
] satisfies RouteConfig;
