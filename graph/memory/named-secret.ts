/*
 * Secrets that a sentence names: "the wifi password is hunter2", "Alarmcode 4711", "mot de passe : x". The
 * line is cut into words once, and from each name a bounded number of words is looked at.
 */

/** What a value must be like to count, after a name of its kind. */
type Need = 'any' | 'digits' | 'mixed';

interface Named {
  readonly what: string;
  readonly need: Need;
}

const PASSWORD: Named = { what: 'a password', need: 'any' };
const PIN: Named = { what: 'a PIN', need: 'digits' };
const CODE: Named = { what: 'a code that opens something', need: 'digits' };
const KEY: Named = { what: 'a key or token', need: 'any' };
/** Words that mean much else too: only a value of letters and digits makes them a secret. */
const MAYBE_KEY: Named = { what: 'a key or token', need: 'mixed' };
const MAYBE_PASSWORD: Named = { what: 'a password', need: 'mixed' };
const PAPER: Named = { what: 'the number of an identity paper', need: 'digits' };

const PLACES =
  'alarm|door|gate|garage|safe|lock|locker|entry|access|keypad|wifi|wlan|vault|haus|tür|tor|tresor|zugangs|deur|toegangs|kluis';

/** Names of one to four words, in English, German, French, Spanish, Dutch, Italian, Portuguese and more. */
const NAMES: readonly (readonly [RegExp, Named])[] = [
  [/^(?:\S{0,20}[-_])?(?:pass ?words?|pass ?codes?|pass ?phrases?|passwd|pwd)$/, PASSWORD],
  [/^(?:\S{0,20}[-_])?(?:\p{L}{0,20}passw[oö]rt(?:er)?|\p{L}{0,20}kennwort)$/u, PASSWORD],
  [
    /^(?:mots? de passe|mdp|contraseñas?|contrasenas?|\p{L}{0,20}wachtwoord|senha|hasło|пароль)$/u,
    PASSWORD,
  ],
  [/^(?:密码|密碼|口令|パスワード|비밀번호[는은가]?|clave)$/, MAYBE_PASSWORD],
  // The verb belongs to the name where it means something else in another language ("on", "este").
  [
    /^(?:lösenord(?:et)?(?: är)?|(?:adgangskode|passord)(?:n|et)?(?: er)?|salasana(?: on)?)$/,
    MAYBE_PASSWORD,
  ],
  [
    /^(?:şifre(?:m|si)?|parola(?:m|sı)?(?: este)?|heslo(?: je)?|jelszó|mật khẩu(?: là)?)$/,
    MAYBE_PASSWORD,
  ],
  [
    /^(?:κωδικός πρόσβασης(?: είναι)?|كلمة (?:المرور|السر)(?: هي)?|ה?סיסמה(?: היא)?|पासवर्ड)$/,
    MAYBE_PASSWORD,
  ],
  [
    /^(?:pin|pin[ -]?(?:code|nummer|number|codes)|geheimzahl|code pin|código pin|nip|暗証番号|пин(?:-?код)?)$/,
    PIN,
  ],
  [new RegExp(`^(?:${PLACES})[ -]?(?:code|pin|combination)$`), CODE],
  [/^code (?:de la |de l[ '’]|d[ '’]|de )(?:alarme|entrée|porte|coffre|accès)$/, CODE],
  [/^c[oó]digo (?:de la |del |de |do |da )(?:alarma|puerta|entrada|caja|alarme|porta)$/, CODE],
  [/^kod (?:do |od )(?:alarmu|drzwi|bramy|sejfu)$/, CODE],
  [/^код (?:от )?(?:сигнализации|домофона|двери|сейфа)$/, CODE],
  [/^codice (?:dell[ '’]|della |di )(?:allarme|porta|ingresso)$/, CODE],
  [
    /^(?:api[ _-]?keys?|secret[ _-]?keys?|client[ _-]?secret|access[ _-]?(?:keys?|tokens?)|auth[ _-]?tokens?|api[ _-]?schlüssel|clave api|clé api)$/,
    KEY,
  ],
  [/^(?:token|secret|credentials?)$/, MAYBE_KEY],
  [
    /^(?:ssn|social security number|aadhaar|aadhaar number|steuer-?id|steueridentifikationsnummer)$/,
    PAPER,
  ],
];
const MOST_WORDS = 4;

/** Any of the names: most words are none, and one look at each costs less than seventeen. */
const ANY_NAME = new RegExp(NAMES.map(([form]) => form.source).join('|'), 'u');

/** Words between a name and its value. */
const IS = new Set('is are was : = := ist lautet heißt est es era è é to 是 は 为'.split(' '));
/** How many words may stand between: "the password for the guest wifi is". */
const MOST_BETWEEN = 5;

/** What follows when a sentence is about secrets but tells none. */
const TELLS_NONE = new Set(
  `a an the not no never kept stored held saved in on at with by managed required needed changed rotated expired always important
  optional safe secret unknown gone lost forgotten weak strong long short too very my your his her our their what which something
  nicht kein keine im in bei sicher wichtig geheim vergessen nie noch dans pas au jamais perdu oublié en no nunca olvidada segura
  niet geen nooit manager managers`.split(/\s+/),
);

/** The first secret that a line names, with the words that it consists of. */
export function findNamed(line: string): { what: string; words: string } | undefined {
  const words = line
    .replace(/密码|密碼|口令|パスワード|暗証番号/g, ' $& ')
    .replace(/(?<=[\p{Script=Han}\p{Script=Katakana}] )[是は为：]/gu, ' : ')
    .replace(/(?<=\d)(?:です|だ)/g, ' ')
    .replace(/[:=]/g, ' $& ')
    .split(/[\s"'`“”„«»,;()]+/)
    .filter((word) => word !== '');
  const lower = words.map((word) => word.toLowerCase());
  for (let at = 0; at < words.length; at += 1)
    for (let count = Math.min(MOST_WORDS, words.length - at); count > 0; count -= 1) {
      if (!mayTell(lower, at + count)) continue;
      const name = lower.slice(at, at + count).join(' ');
      if (!ANY_NAME.test(name)) continue;
      const named = NAMES.find(([form]) => form.test(name))?.[1];
      const value = named && valueAfter(words, at + count, named);
      if (named && value !== undefined) return { what: named.what, words: value };
    }
  return undefined;
}

/** Whether there can be a value after a name that ends here: it has a digit, or follows an "is". */
function mayTell(lower: readonly string[], from: number): boolean {
  if (/\d/.test(lower[from] ?? '')) return true;
  for (let at = from; at < from + MOST_BETWEEN && at < lower.length; at += 1)
    if (IS.has(lower[at] ?? '')) return true;
  return false;
}

function valueAfter(words: readonly string[], from: number, { need }: Named): string | undefined {
  const next = withoutStops(words[from] ?? '');
  // Said without "is", only what looks like a secret is one: "password manager" names none.
  if (need === 'any' ? isMixed(next, 4) : fits(next, need)) return next;
  for (let at = from; at < from + MOST_BETWEEN && at < words.length; at += 1) {
    if (!IS.has((words[at] ?? '').toLowerCase())) continue;
    const value = withoutStops(words[at + 1] ?? '');
    if (fits(value, need)) return value;
    if (!IS.has(value.toLowerCase())) return undefined;
  }
  return undefined;
}

function fits(value: string, need: Need): boolean {
  if (value === '' || IS.has(value.toLowerCase()) || TELLS_NONE.has(value.toLowerCase()))
    return false;
  if (need === 'digits') return /^[#*]?\d{3,12}[#*]?$/.test(value);
  return need === 'mixed' ? isMixed(value, 6) : true;
}

function isMixed(word: string, least: number): boolean {
  return word.length >= least && /\d/.test(word) && /\p{L}/u.test(word);
}

/** The word without the punctuation that ends a sentence. */
export function withoutStops(word: string): string {
  return word.replace(/(?<![.!?:])[.!?:]+$/, '');
}
