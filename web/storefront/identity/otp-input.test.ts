import { describe, expect, it } from 'vitest';
import {
  emptyOtp,
  isOtpComplete,
  type OtpAction,
  type OtpState,
  otpReducer,
  toOtpText,
} from './otp-input.tsx';

const codeAfter = (...actions: OtpAction[]) => actions.reduce(otpReducer, emptyOtp(6));
const codeOf = (text: string, box = 0): OtpState => ({
  digits: [...text].map((sign) => (sign === '_' ? '' : sign)),
  box,
});
const shown = ({ digits, box }: OtpState) => [digits.map((digit) => digit || '_').join(''), box];

describe('typing a code', () => {
  it('moves to the next box, and stays in the last one', () => {
    const actions = [...'482916'].map((text, box): OtpAction => ({ type: 'write', box, text }));
    expect(shown(codeAfter(...actions.slice(0, 2)))).toEqual(['48____', 2]);
    expect(shown(codeAfter(...actions))).toEqual(['482916', 5]);
  });

  it('writes into the focused box', () => {
    expect(shown(codeAfter({ type: 'write', box: 3, text: '7' }))).toEqual(['___7__', 4]);
  });

  it('ignores everything that is not a digit', () => {
    const code = codeOf('4_____', 1);
    for (const text of ['a', ' ', '-', '½', '²', 'Ⅷ', '🍋'])
      expect(otpReducer(code, { type: 'write', box: 1, text })).toBe(code);
    expect(shown(otpReducer(code, { type: 'write', box: 0, text: '4x' }))).toEqual(['4_____', 1]);
  });

  it.each(['４８２９１６', '४८२९१६', '٤٨٢٩١٦', '௪௮௨௯௧௬', '4８२٩1６'])('reads %s as digits', (text) => {
    expect(shown(codeAfter({ type: 'write', box: 0, text }))).toEqual(['482916', 5]);
  });

  it('replaces a digit with the caret on either side of it', () => {
    for (const text of ['7', '47', '74']) {
      expect(shown(otpReducer(codeOf('482916'), { type: 'write', box: 0, text }))).toEqual(['782916', 1]);
    }
    expect(shown(otpReducer(codeOf('482916'), { type: 'write', box: 0, text: '44' }))).toEqual(['482916', 1]);
  });
});

describe('filling in a whole code', () => {
  it('fills all boxes from any box', () => {
    for (const box of [0, 3, 5]) {
      expect(shown(codeAfter({ type: 'write', box, text: '482916' }))).toEqual(['482916', 5]);
      expect(shown(codeAfter({ type: 'paste', box, text: '482916' }))).toEqual(['482916', 5]);
    }
    expect(shown(otpReducer(codeOf('111111'), { type: 'write', box: 2, text: '482916' }))).toEqual([
      '482916',
      5,
    ]);
  });

  it.each([
    '482 916',
    '482-916',
    '  482916\n',
    '4 8 2 9 1 6',
    'Your Tokri code is 482916. Enter it within 10 minutes.',
    'Order 12 of 2026: 482916',
  ])('finds the code in %j', (text) => {
    expect(shown(codeAfter({ type: 'paste', box: 0, text }))).toEqual(['482916', 5]);
  });

  it('fills from the box in which a part of a code is pasted', () => {
    expect(shown(otpReducer(codeOf('48____', 2), { type: 'paste', box: 2, text: '291' }))).toEqual([
      '48291_',
      5,
    ]);
    expect(shown(codeAfter({ type: 'paste', box: 4, text: '123' }))).toEqual(['____12', 5]);
  });

  it('ignores text without digits', () => {
    const code = codeOf('48____', 2);
    expect(otpReducer(code, { type: 'paste', box: 2, text: 'no code here' })).toBe(code);
    expect(otpReducer(code, { type: 'paste', box: 2, text: '' })).toBe(code);
  });
});

describe('deleting', () => {
  it('empties a box and stays in it', () => {
    expect(shown(otpReducer(codeOf('482916', 5), { type: 'write', box: 5, text: '' }))).toEqual([
      '48291_',
      5,
    ]);
  });

  it('moves back from an empty box and empties the previous one', () => {
    expect(shown(otpReducer(codeOf('48____', 2), { type: 'erase', box: 2 }))).toEqual(['4_____', 1]);
    expect(shown(otpReducer(codeOf('______'), { type: 'erase', box: 0 }))).toEqual(['______', 0]);
  });

  it('clears all boxes and moves to the first', () => {
    expect(shown(otpReducer(codeOf('482916', 5), { type: 'clear' }))).toEqual(['______', 0]);
  });
});

it('moves between the boxes, not beyond them', () => {
  const boxes = [-1, 0, 4, 6].map((box) => otpReducer(codeOf('48____', 2), { type: 'move', box }).box);
  expect(boxes).toEqual([0, 0, 4, 5]);
});

it('is complete when no box is empty', () => {
  expect(isOtpComplete(codeOf('482916'))).toBe(true);
  expect(isOtpComplete(codeOf('48_916'))).toBe(false);
  expect(toOtpText(codeOf('482916'))).toBe('482916');
});
