import { readFile, writeFile } from 'node:fs/promises'
import { minPasswordLength } from '#core/accounts/password.ts'
import { findBits, knownPasswordsFile, maxKnownLength } from '#server/platform/known-passwords.ts'
import { readCommand } from './command-line/read-command.ts'

/**
 * With 11 bits set per password in a filter of this size, about one other password in 2,000 is
 * refused.
 */
const filterBytes = 298_000
const maxPasswords = 149_000

/** Passwords that are common here, whether or not the list has them. */
const localPasswords = `passwort geheim123 motdepasse contraseña india123 india1234 student1 student123
  teacher1 teacher123 academy1 academy123 developer developer1 fullstack fullstack1 javascript
  javascript1 krishna1 krishna123 ganesh123 sairam123 omsairam jaihind1 jaihind123 jaishreeram
  cricket1 cricket123 bismillah mumbai123 delhi123 bangalore password@123 admin@123 welcome@123
  india@123 test@123 pass@123 abcd@123 qwerty@123 admin@1234 abc@1234 krishna@123 changeme changeme1
  changeme123 default1 user1234 pass12345 testtest test12345 a1b2c3d4 aa123456 q1w2e3r4t5`

const { words } = readCommand('build-known-passwords')

const passwords = new Set(localPasswords.split(/\s+/))
for (const line of (await readFile(words[0] ?? '', 'utf8')).split('\n')) {
  const normalized = line.trim().normalize('NFKC').toLowerCase()
  const { length } = [...normalized]
  if (length >= minPasswordLength && normalized.length <= maxKnownLength) passwords.add(normalized)
  if (passwords.size >= maxPasswords) break
}

const filter = Buffer.alloc(filterBytes)
for (const password of passwords) {
  for (const bit of findBits(filterBytes * 8, password)) {
    filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7))
  }
}
await writeFile(knownPasswordsFile, filter)
console.log(`${passwords.size} passwords in ${filter.length} bytes`)
