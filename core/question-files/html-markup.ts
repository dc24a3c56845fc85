type Markup = {
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
export function* markupIn(html: string): Generator<Markup> {
  let hasCommentEnd = true
  for (let from = html.indexOf('<'); from >= 0; ) {
    let found: Markup | null = null
    if (html.startsWith('<!--', from)) {
      const end: number = hasCommentEnd ? html.indexOf('-->', from + 4) : -1
      hasCommentEnd = end >= 0
      if (hasCommentEnd) found = nameless(from, end + 3)
    } else if (html.startsWith('<![CDATA[', from)) {
      found = nameless(from, from + 9)
    } else {
      found = tagAt(html, from)
    }
    if (found) yield found
    from = html.indexOf('<', found?.to ?? from + 1)
  }
}

function nameless(from: number, to: number): Markup {
  return { from, to, name: '', isEnd: false, attributes: '' }
}

function tagAt(html: string, from: number): Markup | null {
  const isEnd = html[from + 1] === '/'
  tagName.lastIndex = from + (isEnd ? 2 : 1)
  const name = tagName.exec(html)?.[0]
  if (!name) return null
  const begins = tagName.lastIndex
  for (let at = begins; at < html.length; at += 1) {
    const sign = html[at]
    if (sign === '<') return null
    if (sign === '>') {
      const attributes = html.slice(begins, at)
      return { from, to: at + 1, name: name.toLowerCase(), isEnd, attributes }
    }
    if (sign !== '"' && sign !== "'") continue
    do at += 1
    while (at < html.length && html[at] !== sign && html[at] !== '<')
    if (html[at] !== sign) return null
  }
  return null
}
