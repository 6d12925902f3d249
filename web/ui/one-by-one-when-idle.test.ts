import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oneByOneWhenIdle } from './one-by-one-when-idle.ts';

let idle: (() => void)[];
beforeEach(() => {
  idle = [];
  vi.stubGlobal('window', { requestIdleCallback: true });
  vi.stubGlobal('requestIdleCallback', (task: () => void) => idle.push(task));
});
afterEach(() => vi.unstubAllGlobals());

/** The browser is idle once. */
const beIdle = () => idle.shift()?.();

test('functions are called in their order, one each time the browser is idle', () => {
  const called: string[] = [];
  for (const name of ['a', 'b', 'c']) oneByOneWhenIdle(() => called.push(name));
  expect(called).toEqual([]);
  beIdle();
  expect(called).toEqual(['a']);
  beIdle();
  beIdle();
  expect(called).toEqual(['a', 'b', 'c']);
  expect(idle).toEqual([]);
});

test('a function that is taken back is not called, and a later one is', () => {
  const called: string[] = [];
  const takeBack = oneByOneWhenIdle(() => called.push('a'));
  takeBack();
  beIdle();
  oneByOneWhenIdle(() => called.push('b'));
  beIdle();
  expect(called).toEqual(['b']);
  expect(idle).toEqual([]);
});

test('a function that adds another one leaves it to the next idle time', () => {
  const called: string[] = [];
  oneByOneWhenIdle(() => {
    called.push('a');
    oneByOneWhenIdle(() => called.push('b'));
  });
  beIdle();
  expect(called).toEqual(['a']);
  beIdle();
  expect(called).toEqual(['a', 'b']);
});

test('in a browser without idle callbacks functions are called soon', async () => {
  vi.stubGlobal('window', {});
  await new Promise<void>((resolve) => oneByOneWhenIdle(resolve));
});
