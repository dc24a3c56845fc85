export const shortestPassword = 8
export const longestPassword = 200
/** A one-time password that came by mail is good for this long. */
export const oneTimePasswordMs = 72 * 60 * 60 * 1000

const common = new Set(
  `password password1 password12 password123 passw0rd p@ssw0rd p@ssword 12345678 123456789 1234567890
  0123456789 87654321 987654321 11111111 111111111 00000000 22222222 88888888 99999999 12341234
  11223344 1q2w3e4r 1qaz2wsx qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 asdfghjk asdfghjkl
  zxcvbnm1 zxcvbnm123 abcd1234 abcdefgh abcdefg1 abc12345 abc123456 iloveyou iloveyou1 sunshine
  princess football baseball superman welcome1 welcome123 admin123 administrator admin1234 letmein1
  letmein123 trustno1 changeme changeme1 changeme123 computer internet michael1 jennifer whatever
  starwars dragon123 monkey123 master123 shadow123 freedom1 samsung1 google123 india123 india1234
  student1 student123 teacher1 teacher123 academy1 academy123 developer developer1 fullstack
  fullstack1 javascript javascript1 krishna1 krishna123 ganesh123 sairam123 omsairam jaihind1
  cricket1 cricket123 bismillah test1234 testtest test12345 user1234 pass1234 pass12345 secret123
  default1 hello123 hello1234 loveyou1 lovely123 mustang1 batman123 q1w2e3r4 q1w2e3r4t5 a1b2c3d4
  aa123456 a12345678 a123456789 password! passwort geheim123 motdepasse contraseña`.split(/\s+/),
)

/**
 * One-time passwords have a look of their own, which nobody may choose: so a login checks one
 * hash, and costs the same whether or not a one-time password is waiting.
 */
export function looksOneTime(password: string): boolean {
  return /^[a-zA-Z2-9]{4}(-[a-zA-Z2-9]{4}){2}$/.test(password)
}

/** No composition rules: long enough, not one that everybody tries, not the one it replaces. */
export function passwordFault(password: string, old?: string): string | undefined {
  const length = [...password].length
  if (length < shortestPassword) return `Use ${shortestPassword} characters or more`
  if (length > longestPassword) return `Use ${longestPassword} characters or fewer`
  if (common.has(password.toLowerCase()) || /^(.)\1*$/u.test(password)) {
    return 'This password is too common. Choose another one'
  }
  if (looksOneTime(password)) return 'This looks like a one-time password. Choose another one'
  return password === old ? 'Choose a password that differs from the old one' : undefined
}

/**
 * A one-time password is compared without case, spaces and dashes.
 * @returns what is compared, or null for a text that cannot be one
 */
export function normalizeOneTimePassword(text: string): string | null {
  const bare = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Dash_Punctuation}\u2212]/gu, '')
  return /^[a-z2-9]{12}$/.test(bare) ? bare : null
}

export function isOneTimePasswordGood(expiresAt: number, now: number): boolean {
  return now < expiresAt
}
