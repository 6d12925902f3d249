import { endpoints } from '#contract/api.ts';
import { route } from '#server/http/route.ts';
import * as coupons from './coupon.service.ts';

export const couponRoutes = [
  route(endpoints.listCoupons, async (context, query) => ({
    message: '',
    ...(await coupons.listCoupons(context, query)),
  })),
  route(endpoints.createCoupon, async (context, input) => ({
    message: 'Coupon created',
    data: await coupons.createCoupon(context, input),
    created: true,
  })),
  route(endpoints.updateCoupon, async (context, input) => ({
    message: 'Coupon saved',
    data: await coupons.updateCoupon(context, input),
  })),
  route(endpoints.checkCoupon, async (context, { code }) => ({
    message: '',
    data: await coupons.checkCoupon(context, code),
  })),
  route(endpoints.listListedCoupons, async (context) => ({
    message: '',
    data: await coupons.listListedCoupons(context),
  })),
];
