import { AppError } from '#contract/errors.ts';

// What leaked lists have in common: a favourite word, often with one of a few endings.
const words =
  `password passw0rd p@ssword p@ssw0rd pa55word pass passwd secret letmein welcome admin administrator root
  login master user guest test demo temp default changeme access hello qwerty qwertyui qwertyuiop qwert asdf asdfgh
  asdfghjk asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc 1qaz2wsx 1q2w3e4r 1q2w3e4r5t zaq12wsx q1w2e3r4 abc abcd abcde
  abcdef abcdefg abcdefgh abcdefghi a1b2c3 a1b2c3d4 abc123 aa aaa iloveyou iloveu ilovegod loveyou lovelove love
  mylove forever friend friends family mother father daddy mummy baby babygirl angel princess prince queen king
  sunshine moonlight rainbow flower butterfly sweetheart sweety honey chocolate cookie cheese banana orange summer
  winter spring autumn monday friday january december football baseball basketball hockey cricket soccer tennis
  liverpool chelsea arsenal barcelona realmadrid juventus ronaldo messi sachin dhoni virat kohli superman batman
  spiderman ironman starwars pokemon naruto dragon monkey tiger lion shadow hunter killer ninja samurai phoenix
  matrix freedom whatever trustno1 computer internet google facebook instagram samsung iphone android windows
  microsoft apple nokia sony yamaha honda ferrari mercedes harley mustang michael michelle jennifer jessica jordan
  jonathan elizabeth danielle charlotte andrew anthony daniel joshua matthew robert thomas william ashley amanda
  nicole hannah india bharat hindustan mumbai delhi newdelhi chennai bangalore bengaluru hyderabad kolkata pune
  jaipur krishna radha ganesh ganesha shiva mahadev lakshmi saraswati durga hanuman rama sitaram jaishreeram sairam
  saibaba omsairam omnamahshivaya waheguru allah jesus jesuschrist christ rahul rohit amit ankit sumit vikas sunil
  anil suresh ramesh rajesh mahesh mukesh dinesh deepak sanjay vijay ajay ravi kumar sharma singh gupta patel priya
  pooja neha anjali kavita sunita tokri grocery shopping`.split(/\s+/);
const endings =
  `1 2 7 11 12 21 22 69 77 88 99 00 01 007 100 101 111 123 321 420 456 786 789 999 000 1234 4321 12345 123456
  1234567 12345678 123456789 ! 1! 12! 123! 1234! @1 @12 @123 @1234 @12345 @786 #1 #123 #1234 _123 -123 .123 * 123*
  2018 2019 2020 2021 2022 2023 2024 2025 2026 2027 @2020 @2021 @2022 @2023 @2024 @2025 @2026 @2027`.split(
    /\s+/,
  );
const others =
  `12345679 123456780 1234567890 12345678910 0123456789 0987654321 9876543210 123123123 12341234 12344321
  11223344 112233445566 121212121 123454321 13131313 147258369 147852369 159357456 159753456 741852963 789456123
  963852741 987456321 123654789 456789123 10101010 20202020 12121212 21212121 69696969 1qazxsw2 zaq1xsw2 !qaz2wsx
  1q2w3e4r5t6y q1w2e3r4t5 qweasdzxc qweqweqwe asdasdasd zxczxczxc qwerty12345 poiuytrewq mnbvcxz1 lkjhgfdsa
  passpass passwordpassword abcabcabc abcd1234 1234abcd 123abc123 a12345678 aa123456 blink182 metallica slipknot
  nirvana1 eminem123 letmein1 iamthebest nopassword mypassword yourpassword thepassword newpassword password123456
  opensesame topsecret godisgreat jesus777 ilovemyself iloveyou2 iloveindia lovemyindia mindblow`.split(
    /\s+/,
  );

const common = new Set([
  ...others,
  ...words.flatMap((word) => [word, word + word, ...endings.map((ending) => word + ending)]),
]);

const keyboardRows = [
  '0123456789012345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
];

/** Whether it is one of the some ten thousand passwords that every guesser tries first (decisions section 2). */
export function isCommonPassword(password: string): boolean {
  const typed = password.toLowerCase();
  return common.has(typed) || /^(.{1,2})\1+$/su.test(typed) || isRun(typed);
}

/** Throws INVALID_INPUT, at the field of that name, for a password that everybody guesses. */
export function refuseCommonPassword(password: string, path: string): void {
  if (!isCommonPassword(password)) return;
  const message = 'This password is too easy to guess. Please choose another.';
  throw new AppError('INVALID_INPUT', { message, issues: [{ path, message }] });
}

/** Neighbours on the keyboard or in the alphabet, forwards or backwards, such as 87654321. */
function isRun(typed: string): boolean {
  const backwards = [...typed].reverse().join('');
  return keyboardRows.some((row) => row.includes(typed) || row.includes(backwards));
}
