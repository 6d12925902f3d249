import { describe, expect, test } from 'vitest';
import { accountCommands, helpLines, readCommandLine, UsageError } from './account-commands.ts';

describe('a command line', () => {
  test('names a command, an address in any case, and the option of that command', () => {
    expect(readCommandLine(['suspend', 'Asha@Example.com'])).toMatchObject({
      name: 'suspend',
      email: 'asha@example.com',
      isOptionSet: false,
    });
    expect(readCommandLine(['list', '--admins'])).toMatchObject({ email: '', isOptionSet: true });
    expect(readCommandLine(['reset-password', '--password-stdin', 'a@b.in'])).toMatchObject({
      email: 'a@b.in',
      isOptionSet: true,
    });
    expect(readCommandLine(['end-sessions', '--all'])).toMatchObject({ isOptionSet: true });
  });

  test.each([[], ['help'], ['suspend', '--help'], ['--help']])('asks for help with %j', (...words) => {
    expect(readCommandLine(words)).toBeNull();
  });

  test.each([
    [['drop-tables'], 'There is no command "drop-tables".'],
    [['toString'], 'There is no command "toString".'],
    [['suspend'], 'suspend takes one e-mail address.'],
    [['suspend', 'a@b.in', 'c@d.in'], 'suspend takes one e-mail address.'],
    [['end-sessions'], 'end-sessions takes one e-mail address.'],
    [['end-sessions', '--all', 'a@b.in'], 'end-sessions takes no e-mail address here.'],
    [['list', 'a@b.in'], 'list takes no e-mail address here.'],
    [['suspend', 'asha'], '"asha" is no e-mail address.'],
    [['suspend', 'a@b.in\nSubject: x'], '"a@b.in\\nSubject: x" is no e-mail address.'],
    [['suspend', 'a@b.in', '--all'], "Unknown option '--all'."],
    [['list', '--admins=yes'], "Option '--admins' does not take an argument."],
  ])('that makes no sense, %j, is refused with the reason', (words, reason) => {
    expect(() => readCommandLine(words)).toThrow(new UsageError(reason));
  });

  test('is helped with every command, each on a line of its own', () => {
    const lines = helpLines();
    for (const name of Object.keys(accountCommands)) {
      expect(lines.filter((line) => line.startsWith(`  ${name} `))).toHaveLength(1);
    }
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(110);
  });
});
