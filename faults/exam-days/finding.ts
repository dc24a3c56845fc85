/** Something that must not be, seen in an exam day. */
export class Finding extends Error {
  override name = 'Finding'
}

export function expectSame(what: string, actual: unknown, expected: unknown) {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (one !== other) throw new Finding(`${what}: ${one}, and not ${other}`)
}

/** A text from a little before the first place at which another one differs. */
export function cutAtDifference(text = '', other = ''): string {
  let at = 0
  while (at < text.length && text[at] === other[at]) at += 1
  return text.slice(Math.max(0, at - 120), at + 240)
}
