/**
 * Runs in the head of each page: whoever has a session is a shopper soon, and 'Login' would only flash. The page
 * itself cannot know, it is the same for everyone.
 */
export const expectedShopperScript = `try{if(localStorage.getItem('refreshToken'))document.documentElement.dataset.shopper='expected'}catch{}`;

/** From now on the session says who is there. */
export function stopExpectingShopper(): void {
  delete document.documentElement.dataset.shopper;
}
