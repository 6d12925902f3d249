/**
 * Inline script in the head of each page: marks a browser with a stored session, so that 'Login' stays hidden until
 * the account is known. The page itself is cached and the same for everyone.
 */
export const expectedShopperScript = `try{if(localStorage.getItem('refreshToken'))document.documentElement.dataset.shopper='expected'}catch{}`;

/** To be called when the session is known. */
export function clearExpectedShopper(): void {
  delete document.documentElement.dataset.shopper;
}
