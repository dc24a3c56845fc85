/** 14/8/2003, 14082003 and 2003-08-14 are dates too: dd-MM-yyyy of each. Other text stays as it is. */
export function normalizeDate(text: string): string {
  const trimmed = text.trim()
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(trimmed)
  if (iso) return `${iso[3]}-${iso[2]}-${iso[1]}`
  const parts =
    /^(\d{2})(\d{2})(\d{4})$/.exec(trimmed) ??
    /^(\d{1,2})\s?[-/. ]\s?(\d{1,2})\s?[-/. ]\s?(\d{4})$/.exec(trimmed)
  if (!parts) return trimmed
  const [day = '', month = '', year = ''] = parts.slice(1)
  return `${day.padStart(2, '0')}-${month.padStart(2, '0')}-${year}`
}
