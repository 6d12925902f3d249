import { z } from 'zod';

/** Increase on any change of the artwork: it is part of every image hash, so all image URLs change with it. */
export const artworkVersion = 4;

const face = z.enum(['chunky', 'friendly', 'script', 'serif', 'narrow', 'slab']);

/** A pack from one side. */
const packDrawing = z.object({
  view: z.enum(['front', 'back', 'close-up']),
  shape: z.string(),
  /** Empty for loose goods. */
  brand: z.string(),
  face,
  hue: z.number(),
  title: z.string(),
  unit: z.string(),
  food: z.string(),
  /** Seed for layout, pattern and colours. */
  look: z.number().int(),
  /** Printed on the back. */
  facts: z.array(z.tuple([z.string(), z.string()])).optional(),
});

/** Several foods together, for a category or sub-category. */
const groupDrawing = z.object({
  view: z.literal('group'),
  foods: z.array(z.string()).min(1),
  hue: z.number(),
  look: z.number().int(),
});

/** Input of `drawImage`. Small, because the database stores 16,000 of them. */
export const drawing = z.discriminatedUnion('view', [packDrawing, groupDrawing]);
export type Drawing = z.output<typeof drawing>;
export type PackDrawing = z.output<typeof packDrawing>;
export type GroupDrawing = z.output<typeof groupDrawing>;
