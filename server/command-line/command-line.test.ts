import { describe, expect, test } from 'vitest';
import { accountCommands, helpLines, readCommandLine, UsageError } from './account-commands.ts';

describe('the command line parser', () => {
  test('reads a command, an address in any case, and the option of the command', () => {
    expect(readCommandLine(['suspend', 'Asha@Example.com'])).toMatchObject({
      name: 'suspend',
      email: 'asha@example.com',
      isOptionSet: false,
    });
    expect(readCommandLine(['list', '--staff'])).toMatchObject({ email: '', isOptionSet: true });
    expect(readCommandLine(['reset-password', '--password-stdin', 'a@b.in'])).toMatchObject({
      email: 'a@b.in',
      isOptionSet: true,
    });
    expect(readCommandLine(['end-sessions', '--all'])).toMatchObject({ isOptionSet: true });
  });

  test.each([[], ['help'], ['suspend', '--help'], ['--help']])(
    'returns null for %j, a request for help',
    (...words) => {
      expect(readCommandLine(words)).toBeNull();
    },
  );

  test.each([
    [['drop-tables'], 'Unknown command "drop-tables".'],
    [['toString'], 'Unknown command "toString".'],
    [['suspend'], 'suspend takes one email address.'],
    [['suspend', 'a@b.in', 'c@d.in'], 'suspend takes one email address.'],
    [['end-sessions'], 'end-sessions takes one email address.'],
    [['end-sessions', '--all', 'a@b.in'], 'end-sessions takes no email address here.'],
    [['list', 'a@b.in'], 'list takes no email address here.'],
    [['suspend', 'asha'], '"asha" is not an email address.'],
    [['suspend', 'a@b.in\nSubject: x'], '"a@b.in\\nSubject: x" is not an email address.'],
    [['suspend', 'a@b.in', '--all'], "Unknown option '--all'."],
    [['list', '--staff=yes'], "Option '--staff' does not take an argument."],
  ])('rejects %j with the reason', (words, reason) => {
    expect(() => readCommandLine(words)).toThrow(new UsageError(reason));
  });

  test('lists every command in the help, one line each', () => {
    const lines = helpLines();
    for (const name of Object.keys(accountCommands)) {
      expect(lines.filter((line) => line.startsWith(`  ${name} `))).toHaveLength(1);
    }
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(110);
  });
});
