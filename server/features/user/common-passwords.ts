/** The passwords of eight characters and more that every guesser tries first (decisions section 2). */
const common = new Set(
  `12345678 123456789 1234567890 12345678910 0123456789 987654321 9876543210 87654321 11111111 111111111 00000000
  22222222 88888888 99999999 12341234 12344321 11223344 123123123 121212121 1q2w3e4r 1q2w3e4r5t 1qaz2wsx
  1qazxsw2 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 asdfghjk asdfghjkl asdf1234 zxcvbnm1 zaq12wsx
  password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword pass@123 pass1234 passpass
  abcd1234 abc12345 abcdefgh abcdefghi a1b2c3d4 aa123456 aaaaaaaa iloveyou iloveyou1 ilovegod princess sunshine
  football baseball superman batman123 spiderman pokemon1 starwars whatever trustno1 letmein1 welcome1 welcome123
  computer internet samsung1 michelle jennifer jonathan elizabeth danielle charlotte cricket1 cricket123
  india123 india@123 india1234 bharat123 krishna1 krishna123 ganesha1 ganesh123 jaishreeram sairam123 omsairam
  omnamahshivaya lakshmi1 saibaba1 hanuman1 mumbai123 delhi123 chennai1 bangalore hyderabad kolkata1 test1234
  admin123 admin1234 administrator changeme default1 secret123 master12 monkey123 dragon12 shadow12 freedom1
  loveyou1 lovelove mylove123 sweetheart chocolate butterfly liverpool manchester chelsea1 arsenal1 juventus
  barcelona realmadrid blink182 metallica slipknot nirvana1 eminem123 qazwsxedc 147258369 159357456 741852963
  789456123 123654789 147852369 963852741 55555555 77777777 66666666 44444444 33333333 20202020 10101010`.split(
    /\s+/,
  ),
);

/** Whether everybody's first guess would be right. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}
