type HtmlTag = {
  readonly from: number
  /** Where it ends: the sign behind it. */
  readonly to: number
  /** In lower case; empty for a comment and the like. */
  readonly name: string
  readonly isEnd: boolean
  readonly attributes: string
}

const tagName = /[a-zA-Z][\w:-]*/y

/** Tags, comments and marks of CDATA, in order; what is not closed is text. Goes over it once. */
export function* findHtmlTags(html: string): Generator<HtmlTag> {
  let hasCommentEnd = true
  for (let from = html.indexOf('<'); from >= 0; ) {
    let found: HtmlTag | null = null
    if (html.startsWith('<!--', from)) {
      const end: number = hasCommentEnd ? html.indexOf('-->', from + 4) : -1
      hasCommentEnd = end >= 0
      if (hasCommentEnd) found = createNamelessTag(from, end + 3)
    } else if (html.startsWith('<![CDATA[', from)) {
      found = createNamelessTag(from, from + 9)
    } else {
      found = parseTagAt(html, from)
    }
    if (found) yield found
    from = html.indexOf('<', found?.to ?? from + 1)
  }
}

function createNamelessTag(from: number, to: number): HtmlTag {
  return { from, to, name: '', isEnd: false, attributes: '' }
}

function parseTagAt(html: string, from: number): HtmlTag | null {
  const isEnd = html[from + 1] === '/'
  tagName.lastIndex = from + (isEnd ? 2 : 1)
  const name = tagName.exec(html)?.[0]
  if (!name) return null
  const attributesStart = tagName.lastIndex
  for (let at = attributesStart; at < html.length; at += 1) {
    const character = html[at]
    if (character === '<') return null
    if (character === '>') {
      const attributes = html.slice(attributesStart, at)
      return { from, to: at + 1, name: name.toLowerCase(), isEnd, attributes }
    }
    if (character !== '"' && character !== "'") continue
    do at += 1
    while (at < html.length && html[at] !== character && html[at] !== '<')
    if (html[at] !== character) return null
  }
  return null
}
