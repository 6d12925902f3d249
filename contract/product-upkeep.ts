import { z } from 'zod';
import { answer, describeCall, pagedAnswer } from './call.ts';
import {
  id,
  label,
  limit,
  moment,
  name,
  page,
  percent,
  pictureAddress,
  prose,
  references,
  rupees,
  searchText,
  text,
} from './fields.ts';
import { product } from './product.ts';
import { paiseOf } from './rules/money.ts';

/** As many as one call may change together. */
export const maximumChanges = 500;
const maximumPictures = 12;
const maximumDetails = 40;

/** What one piece costs: more than 0 and at most ten lakh rupees. */
export const price = rupees
  .refine((amount) => paiseOf(amount) > 0, 'The price must be more than 0.')
  .refine((amount) => amount <= 1_000_000, 'At most ₹10,00,000.');
export const stock = z
  .int('Please enter a whole number.')
  .min(0, 'The stock cannot be less than 0.')
  .max(1_000_000, 'At most 10,00,000.');

/** Labels and texts that a product has beside its fields; unique labels, whatever their case. */
export const moreDetails = z
  .record(label(60), text(500))
  .refine((details) => Object.keys(details).length <= maximumDetails, `At most ${maximumDetails} fields.`)
  .refine((details) => {
    const labels = Object.keys(details).map((name) => name.trim().toLowerCase());
    return new Set(labels).size === labels.length;
  }, 'Each field may be there once.')
  // Only now, or the last of two labels that differ in a space would silently replace the first.
  .transform((details) =>
    Object.fromEntries(Object.entries(details).map(([name, value]) => [name.trim(), value])),
  );

/** What a manager fills in (specification section 5, decisions section 3). */
export const productFields = {
  name: name(150),
  image: z.array(pictureAddress).max(maximumPictures, `At most ${maximumPictures} pictures.`),
  category: references(20),
  subCategory: references(20),
  unit: text(50),
  stock,
  price,
  discount: percent,
  description: prose(5000).min(1, 'Please fill this in.'),
  more_details: moreDetails.default({}),
};

export const createProduct = describeCall({
  name: 'createProduct',
  summary: 'Adds a product.',
  audience: 'admin',
  input: z.strictObject(productFields),
  output: answer(product),
});

export const updateProduct = describeCall({
  name: 'updateProduct',
  summary:
    'Changes a product. `updatedAt` as it was read refuses to overwrite what somebody else changed; with `stockBefore`, what was sold meanwhile stays sold: only the difference is applied.',
  audience: 'admin',
  input: z.strictObject({
    _id: id,
    ...productFields,
    updatedAt: moment.optional(),
    stockBefore: stock.optional(),
  }),
  output: answer(product),
});

export const deleteProduct = describeCall({
  name: 'deleteProduct',
  summary: 'Deletes a product and takes it out of all carts; past orders keep their copy.',
  audience: 'admin',
  input: z.strictObject({ _id: id }),
  output: answer(z.null()),
});

/** Some figures of one product; what is left out stays. `stockBefore` as in `updateProduct`. */
const productChange = z.strictObject({
  _id: id,
  updatedAt: moment.optional(),
  price: price.optional(),
  discount: percent.optional(),
  stock: stock.optional(),
  stockBefore: stock.optional(),
  category: references(20).optional(),
  subCategory: references(20).optional(),
});

export const changeProducts = describeCall({
  name: 'changeProducts',
  summary:
    'Changes figures of some products together, all or none. Gives them as they were and as they are, so that a client can undo it.',
  audience: 'admin',
  input: z.strictObject({ changes: z.array(productChange).min(1).max(maximumChanges) }),
  bodyBytes: 256 * 1024,
  output: answer(z.object({ before: z.array(product), after: z.array(product) })),
});

/** By what a list of the store room is sorted; `best` is the best match of a search, otherwise the newest first. */
export const stockOrder = z.enum(['best', 'name', 'price', 'discount', 'stock']);
export type StockOrder = z.output<typeof stockOrder>;

export const listStock = describeCall({
  name: 'listStock',
  summary:
    'Gives a page of products as whoever runs the shop looks for them: by words, by how many are left, by category, in any order. Never kept: the stock is that of this moment.',
  audience: 'admin',
  input: z
    .object({
      search: searchText,
      /** `low` is not sold out yet. */
      level: z.enum(['any', 'low', 'out']).default('any'),
      category: id.optional(),
      order: stockOrder.default('best'),
      isDescending: z.boolean().default(false),
      page,
      limit: limit(12),
    })
    .prefault({}),
  output: pagedAnswer(product),
});
