import { Secret, TOTP } from 'otpauth'
import { site } from '#site'

const stepMs = 30_000
/** Before and after the present one: phones are a little fast or slow. */
const driftSteps = 1

function createTotp(key: string, email = '') {
  return new TOTP({ issuer: site.product, label: email, secret: Secret.fromBase32(key) })
}

/** 160 random bits, in base32. */
export function generateTotpKey(): string {
  return new Secret({ size: 20 }).base32
}

/** What the QR code holds. */
export function toTotpUri(key: string, email: string): string {
  return createTotp(key, email).toString()
}

/** Which 30 s step the code is of; null where it is of none near this time. */
export function matchTotpCode(key: string, code: string, at: number): number | null {
  const token = code.replace(/\s/g, '')
  const delta = createTotp(key).validate({ token, timestamp: at, window: driftSteps })
  return delta === null ? null : Math.floor(at / stepMs) + delta
}
