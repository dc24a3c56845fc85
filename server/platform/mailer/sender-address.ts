import addressparser from 'nodemailer/lib/addressparser'

/** The address in `Name <address>`, or null where there is none or more than one. */
export function findSenderAddress(from: string): string | null {
  const [sender, ...others] = addressparser(from, { flatten: true })
  const address = sender?.address ?? ''
  return others.length === 0 && /^[^\s@<>]+@[^\s@<>]+$/.test(address) ? address : null
}
