/** A name as it is sorted and searched, the same on every database engine. */
export function buildSearchKey(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Script=Inherited}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}
