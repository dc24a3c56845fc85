import { site } from '#site'
import { onFirstUse } from './on-first-use.ts'

/**
 * Tells a moment at the institute as the parts that the locale gives, in the locale's order. All
 * dates that are read or shown come from here: the order of a formatted date and the spaces in it
 * differ from browser to browser.
 */
export function createDatePartsReader(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): (at: number) => readonly Intl.DateTimeFormatPart[] {
  const getFormat = onFirstUse(
    () => new Intl.DateTimeFormat(locale, { timeZone: site.timeZone, ...options }),
  )
  return (at) => getFormat().formatToParts(at)
}

/** For people, by the conventions of the site's locale, with one kind of space; never read back. */
export function createDateFormatter(
  options: Intl.DateTimeFormatOptions,
  space: ' ' | '\u00a0' = ' ',
): (at: number) => string {
  // `hour12` is midnight as 0:00 am in some browsers.
  const readParts = createDatePartsReader(site.locale, { hourCycle: 'h12', ...options })
  return (at) =>
    readParts(at)
      .map(({ value }) => replaceSpaces(value, space))
      .join('')
}

/** JavaScript engines put different kinds of space before "am". */
export function replaceSpaces(text: string, space: ' ' | '\u00a0'): string {
  return text.replace(/\s/gu, space)
}
