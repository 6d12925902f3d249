import { expect, test } from 'vitest';
import { parseMailbox } from './email-provider.ts';

test.each([
  ['hello@shop.example', '', 'hello@shop.example'],
  [' hello@shop.example ', '', 'hello@shop.example'],
  ['Tokri <hello@shop.example>', 'Tokri', 'hello@shop.example'],
  ['<hello@shop.example>', '', 'hello@shop.example'],
  ['"Tokri, the shop" <hello@shop.example>', 'Tokri, the shop', 'hello@shop.example'],
  ['टोकरी <hello@shop.example>', 'टोकरी', 'hello@shop.example'],
])('reads %j', (text, name, address) => {
  expect(parseMailbox(text)).toEqual({ name, address });
});

test.each([
  '',
  'Tokri',
  'Tokri <hello>',
  'Tokri <a@shop.example> <b@shop.example>',
  'a@shop.example, b@shop.example',
  'Tokri\r\nBcc: c@shop.example <a@shop.example>',
])('refuses %j', (text) => {
  expect(parseMailbox(text)).toBeNull();
});
