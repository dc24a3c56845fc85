type Node = {
  readonly tagName?: string
  readonly properties?: Record<string, unknown>
  readonly children?: readonly Node[]
}

/** For MDX: a page that opens by a link in a text learns nothing of ours. */
export function outwardLinks() {
  return function mark(node: Node) {
    const { tagName, properties, children = [] } = node
    if (tagName === 'a' && properties && /^https?:/.test(String(properties.href)))
      properties.rel = 'noopener'
    for (const child of children) mark(child)
  }
}
