import { z } from 'zod';
import { hasTwoDecimals } from '#contract/base/money.ts';

const rate = z
  .number('Enter rates in percent, such as 5 or 0.25.')
  .min(0, 'A rate is at least 0 %.')
  .max(100, 'A rate is at most 100 %.')
  .refine(hasTwoDecimals, 'At most two decimals.');

const rates = z
  .array(rate)
  .max(20, 'At most 20 rates.')
  .refine((list) => new Set(list).size === list.length, 'Each rate once.');

/** The rates in percent that products can have. */
export const taxSettings = z.strictObject({ gstRates: rates, cessRates: rates }).meta({ id: 'TaxSettings' });

/** The usual rates of groceries since 22 September 2025. */
export const initialTax = { gstRates: [0, 5, 18, 40], cessRates: [0] };
