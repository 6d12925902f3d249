import { expect, test } from 'vitest';
import { cancellationMessages, staffCancellations } from '#contract/orders/cancellation-messages.ts';
import { toReasonText } from './order-progress.tsx';

test('in English a message reads as the server wrote it', () => {
  const late = 'It was paid late and continues as ORD-1.';
  const messages = [...Object.values(cancellationMessages), ...Object.values(staffCancellations), late];
  expect(messages.map(toReasonText)).toEqual(messages);
});

test('a text that the staff typed stays as it is', () => {
  for (const text of ['The lift is broken.', 'constructor', '']) expect(toReasonText(text)).toBe(text);
});
