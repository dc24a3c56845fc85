const lessThan = '<'.charCodeAt(0)
const markup = /^<(?:script[\s>/]|html[\s>]|!doctype html|iframe[\s>])/i
const markupAsTyped = /^<(?:svg[\s>]|\?php\s)/
const endOfZip = Buffer.from('PK\x05\x06', 'latin1')
const longestZipEnd = 65_557

/**
 * A picture that is a web page, a program or an archive as well. Encoding anew would drop that
 * part, but nobody sends one by accident. What cameras append to a JPEG is left in peace.
 */
export function hidesAnotherFile(bytes: Buffer): boolean {
  const tail = bytes.subarray(-longestZipEnd)
  return bytes.includes('%PDF-', 0, 'latin1') || tail.includes(endOfZip) || holdsMarkup(bytes)
}

function holdsMarkup(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(lessThan); at >= 0; at = bytes.indexOf(lessThan, at + 1)) {
    const text = bytes.toString('latin1', at, at + 16)
    if (markup.test(text) || markupAsTyped.test(text)) return true
  }
  return false
}
