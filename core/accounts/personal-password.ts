/** Words that an acquaintance would try first. */
export type PersonalDetails = {
  readonly name?: string
  readonly email?: string
  readonly phone?: string
  /** Names of the institute. */
  readonly institute?: readonly string[]
}

const errors = {
  name: 'Do not make a password of your name',
  email: 'Do not make a password of your email address',
  phone: 'Do not make a password of your phone number',
  institute: 'Do not make a password of the institute’s name',
} as const

type Kind = keyof typeof errors
type Word = { readonly kind: Kind; readonly text: string }

/** Shorter parts occur in too many ordinary words. */
const minWordLength = 3
const minDigits = 6
/** How much may remain, such as a year, an initial or a symbol, and still count as decoration. */
const maxDecorationLength = 8
const maxDecorationLetters = 2

/**
 * True if the password is made of the person's own words. Case, digits around them and symbols in
 * place of letters make no difference; a sentence that contains a name is a good password.
 */
export function findPersonalDetailError(
  password: string,
  personal: PersonalDetails,
): string | undefined {
  let rest = password.normalize('NFKC').toLowerCase()
  const found = new Set<Kind>()
  for (const { kind, text } of listWords(personal)) {
    const without = rest.replaceAll(toPattern(text), ' ')
    if (without !== rest) found.add(kind)
    rest = without
  }
  const withoutPhone = removeDigits(rest, personal.phone ?? '')
  if (withoutPhone !== rest) found.add('phone')
  const kind = (Object.keys(errors) as Kind[]).find((one) => found.has(one))
  return kind && isDecoration(withoutPhone) ? errors[kind] : undefined
}

/** Longest first, so that "anand" is not split into "ana" and a remainder. */
function listWords({ name = '', email = '', institute = [] }: PersonalDetails): Word[] {
  const [local = '', domain = ''] = email.split('@')
  const words: Word[] = [
    ...splitWords(name).map((text) => ({ kind: 'name' as const, text })),
    ...[local, ...splitWords(local), domain, ...splitWords(domain)].map((text) => ({
      kind: 'email' as const,
      text,
    })),
    ...institute.flatMap((title) =>
      [...splitWords(title), splitWords(title).join('')].map((text) => ({
        kind: 'institute' as const,
        text,
      })),
    ),
  ]
  return words
    .map(({ kind, text }) => ({ kind, text: text.normalize('NFKC').toLowerCase() }))
    .filter(({ text }) => text.length >= minWordLength)
    .sort((one, other) => other.text.length - one.text.length)
}

function splitWords(text: string): string[] {
  return text.split(/[^\p{L}\p{M}]+/u)
}

const lookalikes: Readonly<Record<string, string>> = {
  a: 'a4@',
  b: 'b8',
  e: 'e3',
  g: 'g9',
  i: 'i1!|',
  l: 'l1|',
  o: 'o0',
  s: 's5$',
  t: 't7+',
  z: 'z2',
}

function toPattern(word: string): RegExp {
  const signs = [...word].map((sign) => {
    const variants = lookalikes[sign]
    return variants ? `[${variants}]` : sign.replace(/[.*+?^${}()|[\]\\]/, '\\$&')
  })
  return new RegExp(signs.join(''), 'gu')
}

/** Runs of digits that are part of the number, or contain it. */
function removeDigits(text: string, phone: string): string {
  const digits = phone.replace(/\D/g, '')
  if (digits.length < minDigits) return text
  const national = digits.slice(-10)
  return text.replace(/\d(?:[\s().-]?\d)*/g, (typed) => {
    const run = typed.replace(/\D/g, '')
    const isPart = run.length >= minDigits && digits.includes(run)
    return isPart || run.includes(national) ? ' ' : typed
  })
}

function isDecoration(rest: string): boolean {
  const left = [...rest.replaceAll(' ', '')]
  const letters = left.filter((sign) => /\p{L}/u.test(sign))
  return left.length <= maxDecorationLength && letters.length <= maxDecorationLetters
}
