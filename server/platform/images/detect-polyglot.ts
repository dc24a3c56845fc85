const signatures =
  /<(?:(?:[Ss][Cc][Rr][Ii][Pp][Tt]|[Hh][Tt][Mm][Ll]|[Ii][Ff][Rr][Aa][Mm][Ee]|svg)[\s>]|!(?:doctype|DOCTYPE) |\?php\s)|%PDF-/
const endOfZip = Buffer.from('PK\x05\x06', 'latin1')
const maxZipEndBytes = 65_557

/**
 * A picture that is a web page, a program or an archive as well. Encoding anew would drop that
 * part, but nobody sends one by accident. What cameras append to a JPEG is left in peace.
 */
export function isPolyglot(bytes: Buffer): boolean {
  const tail = bytes.subarray(-maxZipEndBytes)
  return tail.includes(endOfZip) || signatures.test(bytes.toString('latin1'))
}
