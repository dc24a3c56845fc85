type Moment = Parameters<Intl.DateTimeFormat['formatToParts']>[0]

/**
 * Makes this JavaScript engine tell dates as one with ICU 72 does, with which Debian 12 builds its
 * browsers: Canada's short date begins with the month, and a narrow no-break space stands before
 * "am". Also calls midnight 24, as engines before 2021 did. Runs in a page, too, so it uses nothing
 * from outside itself.
 * @returns puts the engine's own answers back
 */
export function tellDatesAsIcu72(): () => void {
  const { prototype } = Intl.DateTimeFormat
  const ownFormat = Object.getOwnPropertyDescriptor(prototype, 'format') as PropertyDescriptor
  const ownParts = prototype.formatToParts

  const reorder = (locale: string, parts: readonly Intl.DateTimeFormatPart[]) => {
    const find = (type: string) => parts.find((part) => part.type === type)
    const [year, month, day] = [find('year'), find('month'), find('day')]
    const isShort = parts.length === 5 && /^\d+$/.test(month?.value ?? '')
    if (locale !== 'en-CA' || !isShort || !year || !month || !day) return parts
    const slash = { type: 'literal', value: '/' } as const
    return [month, slash, day, slash, year]
  }
  const tellParts = (format: Intl.DateTimeFormat, date?: Moment) => {
    const { locale, hourCycle } = format.resolvedOptions()
    const parts = reorder(locale, ownParts.call(format, date))
    return parts.map((part, at) => {
      const isBeforePeriod = part.type === 'literal' && parts[at + 1]?.type === 'dayPeriod'
      if (isBeforePeriod) return { ...part, value: part.value.replace(/\s/gu, '\u202f') }
      const isMidnight = part.type === 'hour' && hourCycle === 'h23' && Number(part.value) === 0
      return isMidnight ? { ...part, value: '24' } : part
    })
  }
  const tell = (format: Intl.DateTimeFormat, date?: Moment) =>
    tellParts(format, date)
      .map(({ value }) => value)
      .join('')

  prototype.formatToParts = function (date) {
    return tellParts(this, date)
  }
  Object.defineProperty(prototype, 'format', {
    configurable: true,
    get(this: Intl.DateTimeFormat) {
      return (date?: Moment) => tell(this, date)
    },
  })
  return () => {
    prototype.formatToParts = ownParts
    Object.defineProperty(prototype, 'format', ownFormat)
  }
}
