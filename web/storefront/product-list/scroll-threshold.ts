/** Where a scrolled thing stands, in pixels. */
export interface ScrollPosition {
  scrolled: number;
  viewportHeight: number;
  contentHeight: number;
}

/** The share of the content that has to be seen before more is loaded (specification section 9). */
export const loadThreshold = 0.8;

/** How often a scroll is looked at (specification section 9). */
export const scrollThrottleMs = 150;

/** Whether the lower edge of the view has reached the threshold; content that fits into the view has. */
export function hasReachedThreshold({ scrolled, viewportHeight, contentHeight }: ScrollPosition): boolean {
  return scrolled + viewportHeight >= loadThreshold * contentHeight;
}
