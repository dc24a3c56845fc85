/** Longer than any of Moodle's: what reads attributes takes the square of a tag's length. */
const maxTagLength = 1000
const maxDepth = 50

type XmlError = { readonly at: number | null; readonly message: string }

const sections = [
  { opens: '<![CDATA[', closes: ']]>' },
  { opens: '<!--', closes: '-->' },
  { opens: '<?', closes: '?>' },
] as const

/** What the parser shall not see, since it would take too long over it, or too much for granted. */
export function findXmlError(xml: string): XmlError | null {
  let depth = 0
  for (let at = xml.indexOf('<'); at >= 0; ) {
    const section = sections.find(({ opens }) => xml.startsWith(opens, at))
    let end: number
    if (section) {
      end = xml.indexOf(section.closes, at + section.opens.length)
      if (end < 0) return { at, message: `The XML is broken here. ${section.opens} is not closed.` }
      end += section.closes.length
    } else if (xml.startsWith('<!', at)) {
      const message = 'This file declares a document type, which an export of Moodle never does.'
      return { at: null, message }
    } else {
      end = findTagEnd(xml, at)
      if (end < 0)
        return { at, message: 'The XML is broken here. A tag is not closed, or too long.' }
      if (xml[at + 1] === '/') depth -= 1
      else if (xml[end - 2] !== '/') depth += 1
      if (depth > maxDepth) return { at, message: 'The tags stand in one another too deep here.' }
    }
    at = xml.indexOf('<', end)
  }
  return null
}

/** The place behind its `>`, which may stand in a value, too; -1 if there is none near. */
function findTagEnd(xml: string, from: number): number {
  let quote = ''
  for (let at = from; at < Math.min(xml.length, from + maxTagLength); at += 1) {
    const character = xml[at] ?? ''
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === '>') return at + 1
  }
  return -1
}
