import { toOptionLetter } from '../option-list.ts'
import { isLetterRun, stripEnd } from './answer-letters.ts'

/** Lines as people write them in a text program: "1. Why? a) … (b) … Ans: b". */
const optionForm = /^(?:[-*•]\s+)?[*_]{0,2}[([]?([A-Za-z])[.)\]][*_]{0,2}(.*)$/s
const answerForm =
  /^(?:(?:correct |right |best )?(?:answers?|ans)(?:\(s\))?(?: ?key)?|(?:correct|right) options?(?:\(s\))?)\s?[.:=)-]{1,2}[*_]{0,2}\s*((?:both\s)?(?:options?\s)?[([]?(?:[A-H]|\d)(?:[)\].:,;&+|/*_\s].*)?|[A-H]{2,8}[.*_\s]*)$/is
const explanationForm =
  /^(?:ex|exp|expl|explanation|solution|sol|rationale|reason|hint|feedback)[*_]{0,2}\s?[.:=-]/i
const numberForm = /^(?:Q(?:uestion)?\.? ?)?\d{1,3}[.):]\s*(?=\S)/i
const namedNumberForm = /^Q(?:uestion)?\.? ?\d{1,3}[.):]\s*(?=\S)/i
const rulerForm = /^[-=_*~#]{3,}$/
const inlineOption = /(?<=^|\s)[([]?([A-Za-z])[.)\]]\s*/g

/** Without the signs that make a line stand out. */
function stripEmphasis(line: string): string {
  return line.slice(0, 20).replace(/^(?:[*_#>\s]|✅|✓|☑|\ufe0f)+/u, '') + line.slice(20)
}

/** The words behind "Ans:", if the line is one. */
export function parseLooseAnswer(line: string): string | null {
  const answer = answerForm.exec(stripEmphasis(line))?.[1]
  if (answer === undefined) return null
  const isWord = /^[A-H]{2}/i.test(answer) && !isLetterRun(stripEnd(answer))
  return isWord ? null : answer
}

export function parseLooseOption(line: string): { letter: string; text: string } | null {
  const [, letter, text = ''] = optionForm.exec(line) ?? []
  return letter ? { letter: letter.toUpperCase(), text: text.trim() } : null
}

/** Recognises a line that follows an answer and explains it. */
export function isExplanation(line: string): boolean {
  return explanationForm.test(stripEmphasis(line))
}

export function isRuler(line: string): boolean {
  return rulerForm.test(line)
}

export function isNumbered(line: string): boolean {
  return numberForm.test(line)
}

/** "Q3." or "Question 3:": a number that a list within a question would not have. */
export function isNamedNumber(line: string): boolean {
  return namedNumberForm.test(line)
}

export function stripNumber(line: string): string {
  return line.replace(numberForm, '')
}

/**
 * Several options in a line, "(a) one (b) two (c) three", from the given letter on. Two are enough
 * where they stand apart by a tab or by spaces. Null where the line has none.
 */
export function splitOptions(
  line: string,
  first: number,
): { lead: string; texts: string[] } | null {
  const marks = [...line.matchAll(inlineOption)]
  const apart = marks.filter(
    ({ index }) => index === 0 || /\t|\s\s/.test(line.slice(index - 2, index)),
  )
  const inOrder = (all: typeof marks) => {
    const found: typeof marks = []
    for (const mark of all)
      if (mark[0].toUpperCase().includes(toOptionLetter(first + found.length))) found.push(mark)
    return found
  }
  const foundApart = inOrder(apart)
  const found = foundApart.length > 1 ? foundApart : inOrder(marks)
  if (found.length < (found === foundApart ? 2 : 3)) return null
  return {
    lead: line.slice(0, found[0]?.index).trim(),
    texts: found.map((mark, at) =>
      line.slice(mark.index + mark[0].length, found[at + 1]?.index).trim(),
    ),
  }
}
