import type { ParsedMail } from 'mailparser'

type ReceivedEmails = { readonly received: readonly ParsedMail[] }

/** Waits until an address has received `count` emails. */
export async function waitForEmails(
  smtp: ReceivedEmails,
  address: string,
  count = 1,
): Promise<ParsedMail[]> {
  const deadline = performance.now() + 10_000
  for (;;) {
    const found = smtp.received.filter((email) => listAddresses(email).includes(address))
    if (found.length >= count) return found
    if (performance.now() > deadline) throw new Error(`No email for ${address} arrived`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

export function findOneTimePassword(email: ParsedMail | undefined): string {
  return /\b[a-zA-Z2-9]{4}(-[a-zA-Z2-9]{4}){2}\b/.exec(email?.text ?? '')?.[0] ?? ''
}

function listAddresses({ to }: ParsedMail): string[] {
  return [to ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address ?? ''))
}
