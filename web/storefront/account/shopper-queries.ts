/** The first part of all query keys about shoppers. The cached data is removed at logout. */
export const shopperKey = 'shopper';

type UserId = string | undefined;

export function ordersKey(userId: UserId) {
  return [shopperKey, userId, 'orders'];
}

export function addressesKey(userId: UserId) {
  return [shopperKey, userId, 'addresses'];
}

/** The devices on which the shopper is logged in. */
export function sessionsKey(userId: UserId) {
  return [shopperKey, userId, 'sessions'];
}
