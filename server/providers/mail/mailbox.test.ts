import { expect, test } from 'vitest';
import { readMailbox } from './mailbox.ts';

test.each([
  ['hello@shop.example', '', 'hello@shop.example'],
  [' hello@shop.example ', '', 'hello@shop.example'],
  ['Tokri <hello@shop.example>', 'Tokri', 'hello@shop.example'],
  ['<hello@shop.example>', '', 'hello@shop.example'],
  ['"Tokri, the shop" <hello@shop.example>', 'Tokri, the shop', 'hello@shop.example'],
  ['टोकरी <hello@shop.example>', 'टोकरी', 'hello@shop.example'],
])('reads %j', (text, name, address) => {
  expect(readMailbox(text)).toEqual({ name, address });
});

test.each([
  '',
  'Tokri',
  'Tokri <hello>',
  'Tokri <a@shop.example> <b@shop.example>',
  'a@shop.example, b@shop.example',
  'Tokri\r\nBcc: c@shop.example <a@shop.example>',
])('refuses %j', (text) => {
  expect(readMailbox(text)).toBeNull();
});
