/**
 * Runs in the head of each page: notes which buttons were tapped before the page is awake, and what they said then.
 * On a slow line that takes seconds, and a tap on ADD should not be for nothing.
 */
export const earlyTapsScript = `earlyTaps=new Map;addEventListener('click',function(e){var b=window.earlyTaps&&e.target.closest&&e.target.closest('button[type=button]');if(b){earlyTaps.set(b,b.getAttribute('aria-label')||b.textContent);b.dataset.tapped=''}},true);`;
