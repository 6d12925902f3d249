import type { CallName } from '#contract/paths.ts';
import { newId } from '#server/database/id.ts';
import { testPassword } from './accounts.ts';
import type { Account, ApiShop } from './api-shop.ts';
import { lettersTo } from './letters.ts';
import { addCategory, addProduct, addSubCategory } from './shop.ts';

/** A valid input of every call, about things that belong to `owner`; `sender` is who will send it. */
export function validInput(shop: ApiShop, name: CallName, owner: Account, sender = owner): unknown {
  return inputs[name](shop, owner, sender);
}

type Input = (shop: ApiShop, owner: Account, sender: Account) => unknown;

const nothing: Input = () => ({});
const postal = {
  ...{ address_line: '12 Lake Road', city: 'Pune', state: 'Maharashtra', country: 'India' },
  ...{ pincode: '411001', mobile: '9876543210' },
};
const newPasswords = { newPassword: 'monsoon over the ghats', confirmPassword: 'monsoon over the ghats' };

const inputs: Record<CallName, Input> = {
  registerUser: () => ({
    name: 'Ravi',
    email: `${newId().toLowerCase()}@example.com`,
    password: testPassword,
    confirmPassword: testPassword,
  }),
  loginUser: (_shop, { email }) => ({ email, password: testPassword }),
  refreshToken: nothing,
  getUserDetails: nothing,
  logoutUser: nothing,
  updateUser: (_shop, _owner, { email }) => ({ name: 'Asha Rao', email, mobile: '9876543210' }),
  uploadAvatar: nothing,
  changePassword: () => ({ password: testPassword, ...newPasswords }),
  forgotPassword: (_shop, { email }) => ({ email }),
  verifyForgotPasswordOtp: askForOtp,
  async resetPassword(shop, owner) {
    await shop.send('verifyForgotPasswordOtp', await askForOtp(shop, owner), null);
    return { email: owner.email, ...newPasswords };
  },
  verifyEmail: async (shop, owner) => ({ code: await askForCode(shop, owner) }),
  sendVerification: nothing,
  listSessions: nothing,
  endSession: (_shop, { otherSessionId }) => ({ _id: otherSessionId }),
  endOtherSessions: nothing,
  listCategories: nothing,
  addCategory: newShelf,
  updateCategory: async (shop) => ({ _id: await addCategory(shop.context.sql), ...newShelf(shop) }),
  deleteCategory: async ({ context }) => ({ _id: await addCategory(context.sql) }),
  uploadFile: nothing,
  listSubCategories: nothing,
  createSubCategory: newSubCategory,
  updateSubCategory: async (shop) => ({
    _id: await addSubCategory(shop.context.sql),
    ...newSubCategory(shop),
  }),
  deleteSubCategory: async ({ context }) => ({ _id: await addSubCategory(context.sql) }),
  listProducts: nothing,
  listProductsByCategory: ({ categoryId }) => ({ id: categoryId }),
  listProductsByCategoryAndSubCategory: ({ categoryId, subCategoryId }) => ({ categoryId, subCategoryId }),
  listProductsById: ({ productId }) => ({ ids: [productId] }),
  getProductDetails: ({ productId }) => ({ productId }),
  searchProducts: () => ({ search: 'milk' }),
  createProduct: newProduct,
  updateProduct: async (shop) => ({ _id: await addProduct(shop.context.sql), ...newProduct(shop) }),
  deleteProduct: async ({ context }) => ({ _id: await addProduct(context.sql) }),
  changeProducts: async ({ context }) => ({ changes: [{ _id: await addProduct(context.sql), price: 12.5 }] }),
  listStock: nothing,
  checkImport: nothing,
  applyImport: checkedImport,
  getImport: checkedImport,
  listAudit: nothing,
  getDashboard: nothing,
  createCartLine: ({ productId }) => ({ productId }),
  listCartLines: nothing,
  updateCartQuantity: (_shop, { lineId }) => ({ _id: lineId, qty: 2 }),
  deleteCartLine: (_shop, { lineId }) => ({ _id: lineId }),
  mergeCart: ({ productId }) => ({ guestCartId: `guest${newId()}`, lines: [{ productId, quantity: 1 }] }),
  createAddress: () => postal,
  listAddresses: nothing,
  updateAddress: (_shop, { id, addressId }) => ({ _id: addressId, userId: id, ...postal }),
  disableAddress: (_shop, { addressId }) => ({ _id: addressId }),
  setDefaultAddress: (_shop, { addressId }) => ({ _id: addressId }),
  placeCashOrder: orderOfCart,
  checkoutOrder: orderOfCart,
  getOrder: (_shop, { orderId }) => ({ _id: orderId }),
  cancelOrder: (_shop, { orderId }) => ({ _id: orderId, reason: 'Ordered twice.' }),
  reorder: (_shop, { orderId }) => ({ _id: orderId }),
  listOrders: nothing,
  listBoard: nothing,
  getBoardOrder: (_shop, { orderId }) => ({ _id: orderId }),
  changeOrders: (_shop, { orderId }) => ({ ids: [orderId], to: 'PACKING' }),
  pickLine: (_shop, { orderId }) => ({ _id: orderId, position: 0, isPicked: true }),
  // It needs an order of two lines.
  takeOffLine: async ({ context, productId }, { orderId }) => {
    await context.sql`
      insert into order_line (order_id, position, product_id, name, unit, image, price_paise, discount_basis_points,
        quantity)
      values (${orderId}, 1, ${productId}, 'Bread', '1 kg', '', 1000, 0, 1)`;
    return { _id: orderId, position: 1 };
  },
  // It needs an order that owes something.
  settleRefund: async ({ context }, { orderId }) => {
    await context.sql`update customer_order set paid_paise = total_paise + 5000 where id = ${orderId}`;
    return { _id: orderId, amount: 50, how: 'Bank transfer' };
  },
  getSandboxPayment: checkOut,
  paySandboxPayment: async (shop, owner) => ({
    ...(await checkOut(shop, owner)),
    ...{ number: '4242 4242 4242 4242', expiry: '12/40', securityCode: '123', name: 'Asha Rao' },
  }),
};

function orderOfCart({ productId }: ApiShop, { addressId }: Account) {
  return { list_items: [{ productId, quantity: 1 }], addressId, subTotalAmt: 100, totalAmt: 100 };
}

async function checkOut(shop: ApiShop, owner: Account): Promise<{ id: string }> {
  const { data } = await shop.send('checkoutOrder', orderOfCart(shop, owner), owner.accessToken);
  return { id: data.id ?? '' };
}

function newShelf({ pictureUrl }: ApiShop) {
  return { name: `Shelf ${newId()}`, image: pictureUrl };
}

function newSubCategory(shop: ApiShop) {
  return { ...newShelf(shop), category: [{ _id: shop.categoryId }] };
}

function newProduct({ pictureUrl, categoryId, subCategoryId }: ApiShop) {
  return {
    ...{ name: `Product ${newId()}`, description: 'Fresh.', unit: '1 kg', image: [pictureUrl] },
    ...{ category: [{ _id: categoryId }], subCategory: [{ _id: subCategoryId }] },
    ...{ stock: 10, price: 100, discount: 5, more_details: { Brand: 'Gauvana' } },
  };
}

async function checkedImport(shop: ApiShop): Promise<{ _id: string }> {
  const { accessToken } = await shop.openAccount('ADMIN');
  const { data } = await shop.send('checkImport', {}, accessToken);
  return { _id: data._id ?? '' };
}

async function askForOtp(shop: ApiShop, { email }: Account): Promise<{ email: string; otp: string }> {
  await shop.send('forgotPassword', { email }, null);
  const letters = await lettersTo(shop.context.sql, email);
  const [otp] = letters.flatMap((letter) => (letter.kind === 'one-time-password' ? [letter.otp] : []));
  return { email, otp: otp ?? '' };
}

async function askForCode(shop: ApiShop, { email, accessToken }: Account): Promise<string> {
  await shop.send('sendVerification', {}, accessToken);
  const letters = await lettersTo(shop.context.sql, email);
  return letters.flatMap((letter) => (letter.kind === 'verification' ? [letter.code] : []))[0] ?? '';
}
