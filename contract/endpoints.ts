/**
 * Every call of the shop: its name, and the method and path it answers on (specification section 7, with
 * the misspelt path kept). Free of schemas, so that the browser can read it without loading a validator.
 */
export const paths = {
  registerUser: 'POST /api/user/register',
  loginUser: 'POST /api/user/login',
  refreshToken: 'POST /api/user/refresh-token',
  getUserDetails: 'GET /api/user/user-details',
  logoutUser: 'GET /api/user/logout',
  updateUser: 'PUT /api/user/update-user',
  uploadAvatar: 'PUT /api/user/upload-avatar',
  changePassword: 'PUT /api/user/change-password',

  forgotPassword: 'PUT /api/user/forgot-password',
  verifyForgotPasswordOtp: 'PUT /api/user/verify-forgot-password-otp',
  resetPassword: 'PUT /api/user/reset-password',
  verifyEmail: 'POST /api/user/verify-email',
  sendVerification: 'POST /api/user/send-verification',

  listSessions: 'GET /api/user/sessions',
  endSession: 'DELETE /api/user/end-session',
  endOtherSessions: 'DELETE /api/user/end-other-sessions',

  listCategories: 'GET /api/category/get',
  addCategory: 'POST /api/category/add-category',
  updateCategory: 'PUT /api/category/update',
  deleteCategory: 'DELETE /api/category/delete',

  uploadFile: 'POST /api/file/upload',

  listSubCategories: 'POST /api/subcategory/get',
  createSubCategory: 'POST /api/subcategory/create',
  updateSubCategory: 'PUT /api/subcategory/update',
  deleteSubCategory: 'DELETE /api/subcategory/delete',

  listProducts: 'POST /api/product/get',
  listProductsByCategory: 'POST /api/product/get-product-by-category',
  listProductsByCategoryAndSubCategory: 'POST /api/product/get-pruduct-by-category-and-subcategory',
  listProductsById: 'POST /api/product/get-by-ids',
  getProductDetails: 'POST /api/product/get-product-details',
  searchProducts: 'POST /api/product/search-product',

  createProduct: 'POST /api/product/create',
  updateProduct: 'PUT /api/product/update-product-details',
  deleteProduct: 'DELETE /api/product/delete-product',
  changeProducts: 'POST /api/product/change-many',
  listStock: 'POST /api/product/list-stock',
  checkImport: 'POST /api/product/check-import',
  applyImport: 'POST /api/product/apply-import',
  getImport: 'GET /api/product/import',

  listAudit: 'GET /api/audit/list',
  getDashboard: 'GET /api/dashboard/summary',

  createCartLine: 'POST /api/cart/create',
  listCartLines: 'GET /api/cart/get',
  updateCartQuantity: 'PUT /api/cart/update-qty',
  deleteCartLine: 'DELETE /api/cart/delete-cart-item',
  mergeCart: 'POST /api/cart/merge',

  createAddress: 'POST /api/address/create',
  listAddresses: 'GET /api/address/get',
  updateAddress: 'PUT /api/address/update',
  disableAddress: 'DELETE /api/address/disable',
  setDefaultAddress: 'PUT /api/address/set-default',

  placeCashOrder: 'POST /api/order/cash-on-delivery',
  checkoutOrder: 'POST /api/order/checkout',
  getOrder: 'GET /api/order/details',
  cancelOrder: 'PUT /api/order/cancel',
  reorder: 'POST /api/order/reorder',
  listOrders: 'GET /api/order/order-list',

  listBoard: 'GET /api/order/board',
  getBoardOrder: 'GET /api/order/board-order',
  changeOrders: 'PUT /api/order/change-status',
  pickLine: 'PUT /api/order/pick-line',
  takeOffLine: 'PUT /api/order/take-off-line',
  settleRefund: 'PUT /api/order/settle-refund',

  getSandboxPayment: 'GET /api/sandbox-payment/get',
  paySandboxPayment: 'POST /api/sandbox-payment/pay',
} as const;

export type EndpointName = keyof typeof paths;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The method and path of a call, apart. */
export function endpointOf(name: EndpointName): { method: Method; path: string } {
  const [method, path] = paths[name].split(' ');
  if (!isMethod(method) || path === undefined) throw new Error(`The call ${name} has a malformed path.`);
  return { method, path };
}

function isMethod(text: string | undefined): text is Method {
  return text === 'GET' || text === 'POST' || text === 'PUT' || text === 'DELETE';
}

/** Where the invoice of an order is: `?_id=…`, a PDF, for its shopper and for admins. */
export const invoicePath = '/api/order/invoice';
