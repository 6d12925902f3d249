import type { z } from 'zod';
import * as emailVerification from './account.ts';
import * as passwordReset from './account.ts';
import * as session from './account.ts';
import * as user from './account.ts';
import * as address from './address.ts';
import * as cart from './cart.ts';
import * as category from './category.ts';
import * as subCategory from './category.ts';
import type { Endpoint } from './endpoint.ts';
import type { EndpointName } from './endpoints.ts';
import * as order from './order.ts';
import * as orderBoard from './order.ts';
import * as sandboxPayment from './payment.ts';
import * as file from './product.ts';
import * as product from './product.ts';
import * as productUpkeep from './product.ts';
import * as productImport from './product-import.ts';
import * as audit from './store.ts';
import * as dashboard from './store.ts';

/** Every call of the shop under its name. */
export const calls = {
  registerUser: user.registerUser,
  loginUser: user.loginUser,
  refreshToken: session.refreshToken,
  getUserDetails: user.getUserDetails,
  logoutUser: session.logoutUser,
  updateUser: user.updateUser,
  uploadAvatar: user.uploadAvatar,
  changePassword: user.changePassword,
  forgotPassword: passwordReset.forgotPassword,
  verifyForgotPasswordOtp: passwordReset.verifyForgotPasswordOtp,
  resetPassword: passwordReset.resetPassword,
  verifyEmail: emailVerification.verifyEmail,
  sendVerification: emailVerification.sendVerification,
  listSessions: session.listSessions,
  endSession: session.endSession,
  endOtherSessions: session.endOtherSessions,
  listCategories: category.listCategories,
  addCategory: category.addCategory,
  updateCategory: category.updateCategory,
  deleteCategory: category.deleteCategory,
  uploadFile: file.uploadFile,
  listSubCategories: subCategory.listSubCategories,
  createSubCategory: subCategory.createSubCategory,
  updateSubCategory: subCategory.updateSubCategory,
  deleteSubCategory: subCategory.deleteSubCategory,
  listProducts: product.listProducts,
  listProductsByCategory: product.listProductsByCategory,
  listProductsByCategoryAndSubCategory: product.listProductsByCategoryAndSubCategory,
  listProductsById: product.listProductsById,
  getProductDetails: product.getProductDetails,
  searchProducts: product.searchProducts,
  createProduct: productUpkeep.createProduct,
  updateProduct: productUpkeep.updateProduct,
  deleteProduct: productUpkeep.deleteProduct,
  changeProducts: productUpkeep.changeProducts,
  listStock: productUpkeep.listStock,
  checkImport: productImport.checkImport,
  applyImport: productImport.applyImport,
  getImport: productImport.getImport,
  listAudit: audit.listAudit,
  getDashboard: dashboard.getDashboard,
  createCartLine: cart.createCartLine,
  listCartLines: cart.listCartLines,
  updateCartQuantity: cart.updateCartQuantity,
  deleteCartLine: cart.deleteCartLine,
  mergeCart: cart.mergeCart,
  createAddress: address.createAddress,
  listAddresses: address.listAddresses,
  updateAddress: address.updateAddress,
  disableAddress: address.disableAddress,
  setDefaultAddress: address.setDefaultAddress,
  placeCashOrder: order.placeCashOrder,
  checkoutOrder: order.checkoutOrder,
  getOrder: order.getOrder,
  cancelOrder: order.cancelOrder,
  reorder: order.reorder,
  listOrders: order.listOrders,
  listBoard: orderBoard.listBoard,
  getBoardOrder: orderBoard.getBoardOrder,
  changeOrders: orderBoard.changeOrders,
  pickLine: orderBoard.pickLine,
  takeOffLine: orderBoard.takeOffLine,
  settleRefund: orderBoard.settleRefund,
  getSandboxPayment: sandboxPayment.getSandboxPayment,
  paySandboxPayment: sandboxPayment.paySandboxPayment,
} as const satisfies { [Name in EndpointName]: Endpoint<Name> };

export type Endpoints = typeof calls;
/** What a client sends: fields with a default may be left out. */
export type EndpointInput<Name extends EndpointName> = z.input<Endpoints[Name]['input']>;
/** What a service receives. */
export type ParsedInput<Name extends EndpointName> = z.output<Endpoints[Name]['input']>;
/** What a client receives, without the envelope's `success` and `error`. */
export type EndpointResponse<Name extends EndpointName> = z.output<Endpoints[Name]['output']>;
