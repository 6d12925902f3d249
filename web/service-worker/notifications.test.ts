import { expect, test } from 'vitest';
import { parsePushPayload } from '#contract/notifications/push-payload.ts';
import { toNotification, toNotificationData, toSubscriptionInput } from './notifications.ts';

const message = { topic: 'OUT_FOR_DELIVERY', number: 'ORD-1', path: '/orders/1', sequence: 7 } as const;

test('a message of the shop is read, anything else is not', () => {
  expect(parsePushPayload(JSON.stringify(message))).toEqual(message);
  for (const text of ['', '{', 'null', '[]', '{}', '{"topic":1,"number":"a","path":"/","sequence":1}'])
    expect(parsePushPayload(text)).toBeNull();
});

test('a later step of an order replaces the notification of an earlier one, not that of another order', () => {
  const tagOf = (given: object) => toNotification({ ...message, ...given }).options.tag;
  expect(toNotification(message)).toMatchObject({
    title: 'Your order is on its way',
    options: { body: 'Order ORD-1', data: { path: '/orders/1', sequence: 7 } },
  });
  expect(tagOf({ topic: 'DELIVERED', sequence: 8 })).toBe(tagOf({}));
  expect(tagOf({ number: 'ORD-2' })).not.toBe(tagOf({}));
  expect(tagOf({ topic: 'NEW_ORDER' })).not.toBe(tagOf({}));
});

test('a question has the picture of the product, and replaces no step of the order', () => {
  const question = { ...message, topic: 'QUESTION' as const, image: '/images/1/640.webp' };
  const { title, options } = toNotification(question);
  expect(title).toBe('A product of your order is missing');
  expect(options).toMatchObject({
    ...{ body: 'Order ORD-1. Choose now what replaces it.', image: question.image, icon: question.image },
  });
  expect(options.tag).not.toBe(toNotification(message).options.tag);
  const elsewhere = toNotification({ ...question, image: '//other.example/1.webp' });
  expect(elsewhere.options).toMatchObject({ icon: '/icon-192.png' });
  expect(elsewhere.options).not.toHaveProperty('image');
  expect(parsePushPayload(JSON.stringify({ ...question, image: 7 }))).toBeNull();
});

test('a late order has its new time, and replaces no step of the order', () => {
  const late = { ...message, topic: 'LATE' as const, time: '5:40 pm' };
  const { title, options } = toNotification(late);
  expect(title).toBe('Sorry, your order is running late');
  expect(options.body).toBe('Order ORD-1. At your door by 5:40 pm.');
  expect(options.tag).not.toBe(toNotification(message).options.tag);
  expect(parsePushPayload(JSON.stringify(late))).toEqual(late);
  expect(parsePushPayload(JSON.stringify({ ...late, time: 7 }))).toBeNull();
});

test('a topic of a newer server has a general text', () => {
  const parsed = parsePushPayload(JSON.stringify({ ...message, topic: 'WEIGHED' }));
  expect(parsed && toNotification(parsed).title).toBe('Your order has an update');
});

test('a notification leads to a page of the shop only', () => {
  for (const path of ['https://other.example/', '//other.example', '/\\other.example', 5, undefined])
    expect(toNotificationData({ path, sequence: 1 }).path).toBe('/');
  expect(toNotificationData(null)).toEqual({ path: '/', sequence: 0 });
  expect(toNotificationData({ path: '/orders/1', sequence: 2 })).toEqual({ path: '/orders/1', sequence: 2 });
});

test('a subscription without keys is not sent', () => {
  const endpoint = 'https://push.example/1';
  expect(toSubscriptionInput({ toJSON: () => ({ endpoint }) })).toBeNull();
  const keys = { p256dh: 'p', auth: 'a' };
  expect(toSubscriptionInput({ toJSON: () => ({ endpoint, keys, expirationTime: null }) })).toEqual({
    endpoint,
    keys,
  });
});
