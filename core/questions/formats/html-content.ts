export type HtmlPicture = { readonly address: string; readonly alt: string }

export type HtmlContent = {
  readonly text: string
  /** The content of `<pre>`. */
  readonly code: string | null
  readonly pictures: readonly HtmlPicture[]
  /** Content that the page shows and a text cannot. */
  readonly losses?: readonly string[]
}

/** Reads an HTML page. Core has no parser of its own; the caller passes one. */
export type ParseHtml = (html: string) => HtmlContent

/** An option has no place for code of its own: it stands behind the words. */
export function joinCode(text: string, code: string | null): string {
  if (code === null) return text
  const marked = code.includes('`') ? code.trim() : markCodeLines(code)
  return text === '' ? marked : `${text} ${marked}`
}

/** Each line between backticks, without empty lines around them; only of code that has no backtick. */
export function markCodeLines(code: string): string {
  const lines = code.trimEnd().split('\n')
  return lines
    .slice(
      Math.max(
        0,
        lines.findIndex((line) => line.trim() !== ''),
      ),
    )
    .map((line) => (line.trim() === '' ? '' : `\`${line.trimEnd()}\``))
    .join('\n')
}

/** Text between backticks is code in a question here, and in the page it becomes. */
export function toHtml(text: string): string {
  return text
    .split(/(`[^`\n]+`)/)
    .map((part) =>
      /^`[^`\n]+`$/.test(part)
        ? `<code>${preserveSpaces(part.slice(1, -1))}</code>`
        : preserveSpaces(part),
    )
    .join('')
    .replaceAll('\n', '<br>')
}

export function toCodeHtml(code: string): string {
  return `<pre><code>${escapeHtml(code)}</code></pre>`
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A page folds spaces into one, so those that would be folded are made to stay. */
function preserveSpaces(text: string): string {
  return escapeHtml(text)
    .replace(/(^|\n) /g, '$1&nbsp;')
    .replace(/ ($|\n)/g, '&nbsp;$1')
    .replace(/ (?= )/g, '&nbsp;')
    .replaceAll('\t', '&#9;')
}
