/** Zero-width joiners shape words of Indic and Arabic scripts, behind a letter or a mark of theirs. */
const joiner = /^[\u200C\u200D]$/
const joinable = /^(?=[\p{L}\p{M}])[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u
const invisible = /^[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]$/u

/**
 * The text as a reader sees it, in one line: line breaks and runs of white space become one space,
 * control signs, direction marks and what has no width go. Other people read names in lists, mails
 * and files, and what is invisible there can reorder or imitate another name.
 */
export function toVisibleLine(text: string): string {
  let line = ''
  let previous = ''
  for (const character of text.toWellFormed().replace(/\s+/gu, ' ')) {
    const isKept = joiner.test(character) ? joinable.test(previous) : !invisible.test(character)
    if (!isKept) continue
    line += character
    previous = character
  }
  return line.replace(/ {2,}/g, ' ').trim()
}
