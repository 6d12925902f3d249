import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** Every URL of the shop (specification section 2, decisions section 6). */
export default [
  route('manifest.webmanifest', 'storefront/shell/manifest.ts'),
  // Stands for the page of a payment provider, so nothing of the shop is around it.
  route('pay/sandbox/:id', 'storefront/sandbox-payment/sandbox-payment-page.tsx'),
  layout('storefront/shell/shell.tsx', [
    index('storefront/home/home-page.tsx'),
    route('search', 'storefront/search/search-page.tsx'),
    route('product/:product', 'storefront/product/product-page.tsx'),

    route('cart', 'storefront/cart/cart-page.tsx'),
    route('checkout', 'storefront/checkout/checkout-page.tsx'),
    route('success', 'storefront/success/success-page.tsx'),
    route('cancel', 'storefront/cancel/cancel-page.tsx'),

    route('orders/:orderId', 'storefront/order/order-page.tsx'),

    route('login', 'storefront/login/login-page.tsx'),
    route('register', 'storefront/register/register-page.tsx'),
    route('forgot-password', 'storefront/forgot-password/forgot-password-page.tsx'),
    route('verification-otp', 'storefront/verification-otp/verification-otp-page.tsx'),
    route('reset-password', 'storefront/reset-password/reset-password-page.tsx'),
    route('verify-email', 'storefront/verify-email/verify-email-page.tsx'),
    route('user', 'storefront/account/user-page.tsx'),
    route('dashboard', 'storefront/account/dashboard.tsx', [
      index('dashboard-home.tsx'),
      route('profile', 'storefront/account/profile-page.tsx'),
      route('myorders', 'storefront/account/orders-page.tsx'),
      route('address', 'storefront/account/address-page.tsx'),
      layout('admin/admin-only.tsx', [
        route('orders', 'admin/order/order-page.tsx'),
        route('category', 'admin/category/category-page.tsx'),
        route('subcategory', 'admin/sub-category/sub-category-page.tsx'),
        route('product', 'admin/product/product-page.tsx'),
        route('upload-product', 'admin/upload-product/upload-product-page.tsx'),
        route('product-import', 'admin/product-import/product-import-page.tsx'),
      ]),
    ]),

    // Two pieces of any kind are a listing; whatever is named above wins.
    route(':category/:subCategory', 'storefront/listing/listing-page.tsx'),
    route('*', 'storefront/not-found/not-found-page.tsx'),
  ]),
] satisfies RouteConfig;
