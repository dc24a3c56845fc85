import type { ParsedMail } from 'mailparser'

type Post = { readonly letters: readonly ParsedMail[] }

/** The letters to one address, once there are so many. */
export async function lettersTo(post: Post, address: string, count = 1): Promise<ParsedMail[]> {
  const givesUpAt = performance.now() + 10_000
  for (;;) {
    const found = post.letters.filter((letter) => addressesOf(letter).includes(address))
    if (found.length >= count) return found
    if (performance.now() > givesUpAt) throw new Error(`No letter for ${address} arrived`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

export function oneTimePasswordIn(letter: ParsedMail | undefined): string {
  return /\b[a-zA-Z2-9]{4}(-[a-zA-Z2-9]{4}){2}\b/.exec(letter?.text ?? '')?.[0] ?? ''
}

function addressesOf({ to }: ParsedMail): string[] {
  return [to ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address ?? ''))
}
