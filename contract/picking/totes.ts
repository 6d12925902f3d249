/** Names the orders of a picker, who carries each in its own box. */
export const totes = ['A', 'B', 'C', 'D'] as const;
