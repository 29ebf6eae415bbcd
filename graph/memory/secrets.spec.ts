import { describe, expect, it } from 'vitest';

import { describeSecret, findAddedSecret, findSecret } from './secrets.ts';

const KEY = 'a key or token';
const PASSWORD = 'a password';
const PIN = 'a PIN';
const CODE = 'a code that opens something';

describe('what looks like a credential', () => {
  it.each([
    ['my password is hunter2', PASSWORD],
    ['Password: swordfish', PASSWORD],
    ['the passphrase for the NAS is correct-horse', PASSWORD],
    ['pwd=abc', PASSWORD],
    ['wifi password hunter2', PASSWORD],
    ['The WiFi password for the guest network is summer-rain', PASSWORD],
    ['Mein Passwort lautet Sommer2026', PASSWORD],
    ['WLAN-Passwort: geheim99', PASSWORD],
    ['Das Kennwort für den Server ist apfelbaum', PASSWORD],
    ['Mon mot de passe est soleil', PASSWORD],
    ['mot de passe : soleil7', PASSWORD],
    ['La contraseña del wifi es girasol', PASSWORD],
    ['mi clave es sol4711', PASSWORD],
    ['Het wachtwoord is zonneschijn', PASSWORD],
    ['A senha é abacate', PASSWORD],
    ['密码是hunter2', PASSWORD],
    ['Lösenordet är sommar22', PASSWORD],
    ['Adgangskoden er sommer22', PASSWORD],
    ['Salasana on kesa2026', PASSWORD],
    ['パスワードは hunter2です', PASSWORD],
    ['비밀번호는 hunter2', PASSWORD],
    ['Şifre: gunes77', PASSWORD],
    ['şifrem hunter2', PASSWORD],
    ['Heslo je slunce77', PASSWORD],
    ['كلمة المرور: hunter2', PASSWORD],
    ['הסיסמה היא hunter2', PASSWORD],
    ['पासवर्ड hunter2 है', PASSWORD],
    ['mật khẩu là hunter2', PASSWORD],
    ['Jelszó: nyar2026', PASSWORD],
    ['Parola este soare77', PASSWORD],
    ['Κωδικός πρόσβασης: hunter2', PASSWORD],
    ['пин-код 4711', PIN],
    ['暗証番号は4711です', PIN],
    ['Código do alarme: 4711', CODE],
    ['Kod do alarmu 4711', CODE],
    ['Код домофона 4711', CODE],
    ['My PIN is 4711.', PIN],
    ['PIN-Code 4711', PIN],
    ['Die Geheimzahl ist 4711', PIN],
    ['The alarm code is 4711#', CODE],
    ['alarm code 4711', CODE],
    ['Garage code: 0815', CODE],
    ['Alarmcode: 4711', CODE],
    ["Le code de l'alarme est 4711", CODE],
    ['El código de la alarma es 4711', CODE],
    ['API key: 1234', KEY],
    ['api_key=xyz', KEY],
    ['the access token is abc', KEY],
    ['the token is q1w2e3', KEY],
    ['key sk-proj-abcdefghijklmnop1234', 'an API key'],
    ['ghp_0123456789abcdefghijABCDEFGHIJ012345', 'an access token'],
    ['AKIAIOSFODNN7EXAMPLE', 'an access key'],
    ['xoxb-1234567890-abcdef', 'an access token'],
    ['-----BEGIN RSA PRIVATE KEY-----', 'a private key'],
    ['postgres://me:s3cret@db.example/x', 'a password in an address'],
    ['Authorization: Bearer abcdefghijklmnop1234', 'an access token'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc', 'an access token'],
    ['use Zk3vQ9xR7tLm2WcY8bNp4HsD6fGj1KqA', KEY],
    ['Visa 4111 1111 1111 1111', 'the number of a card'],
    ['Karte 5555-5555-5555-4444', 'the number of a card'],
    ['IBAN DE89 3704 0044 0532 0130 00 BIC COBADEFF', 'the number of an account (IBAN)'],
    ['Mon compte: FR1420041010050500013M02606', 'the number of an account (IBAN)'],
    ['GB82 WEST 1234 5698 7654 32', 'the number of an account (IBAN)'],
    ['SSN 123-45-6789', 'a social security number'],
    ['NI number AB 12 34 56 C', 'a national insurance number'],
    ['Aadhaar 2341 2341 2346', 'an Aadhaar number'],
    ['PAN ABCPE1234F', 'an Indian tax number'],
    ['Steuer-ID 86 095 742 719', 'a German tax number'],
    ['Ausweis L01X00T471', 'the number of a German identity card'],
  ])('%s', (text, what) => expect(findSecret(text)?.what).toBe(what));
});

describe('what does not', () => {
  it.each([
    '- I fly a PC-12 out of KBZN',
    '- Passwords are kept in the safe',
    '- my password is not written down',
    '- the token is required',
    '- uses a password manager',
    '- max tokens: 4096',
    '- max_tokens=4096',
    '- has teaching credentials for grades 7 to 12',
    '- Credentials: MSc in physics',
    '- the secret is patience',
    '- La clave es practicar cada día',
    '- Das Passwort ist sicher verwahrt',
    '- Le mot de passe est oublié',
    '- last commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b',
    '- sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    '- key aircraft: TBM 960',
    '- Order 3f2b8a54-6c1e-4d8e-9a77-0123456789ab',
    '- https://example.org/a/very/long/path/with/numbers/1234567890/and/more',
    '- phone +49 30 1234567890',
    '- Telefon 030 12345678, mobil 0171 2345678',
    '- call +1 415 555 2671 after 18:00',
    '- zip code: 90210, area code 415, dress code is casual',
    '- exit code 137 means out of memory',
    '- invoice 4111 1111 1111 1112 is paid',
    '- IBAN DE88 3704 0044 0532 0130 00 has a typing error',
    '- parcel 86 095 742 718',
    '- Lösenordet är hemligt',
    '- Пароль хранится в сейфе',
    '- パスワードは金庫にある',
    '- 密码是在保险箱里',
    '- 비밀번호는 금고에 있다',
    '- Şifre kasada',
    '- Heslo je v trezoru',
    '- Mật khẩu ở trong két',
    '- Jelszó a széfben van',
    '- 郵便番号は150-0001',
    '- Почтовый индекс 101000',
    '- Kod pocztowy 00-950',
    '- Ταχυδρομικός κωδικός 10558',
    '- El código postal es 28013',
    '- born on 1984-05-12, moved in 2019-2020',
    '- ISBN 978-3-16-148410-0',
    '- PIN the checklist to the wall',
    '- pinned at the top is the checklist',
    '- 👩‍✈️ טייס',
    '- Donaudampfschifffahrtsgesellschaftskapitän',
  ])('%s', (text) => expect(findSecret(text)).toBeUndefined());

  it('what stood there before', () => {
    const before = '- my password is hunter2\n';
    expect(findAddedSecret(before, `${before}- new\n`)).toBeUndefined();
    expect(findAddedSecret(before, `${before}- PIN: 1234\n`)?.what).toBe(PIN);
    expect(findAddedSecret(undefined, before)?.what).toBe(PASSWORD);
  });
});

describe('what is said of it', () => {
  it.each([
    ['my password is hunter2', 'a password ("hu…r2")'],
    ['PIN: 4711', 'a PIN ("4…1")'],
    ['Visa 4111 1111 1111 1111', 'the number of a card ("41…11")'],
  ])('%s: names the words, masked in the middle', (text, said) => {
    const secret = findSecret(text);
    expect(secret && describeSecret(secret)).toBe(said);
  });
});
