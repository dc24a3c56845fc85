import { roundPercentage } from '#core/grading/percentage.ts'
import { site } from '#site'
import { createDateFormatter, createDatePartsReader, replaceSpaces } from './date-parts.ts'
import { onFirstUse } from './on-first-use.ts'

const readZoneParts = createDatePartsReader(site.locale, { timeZoneName: 'long' })
const getCounts = onFirstUse(() => new Intl.NumberFormat(site.locale))
const getMoney = onFirstUse(
  () =>
    new Intl.NumberFormat(site.locale, {
      style: 'currency',
      currency: site.currency,
      maximumFractionDigits: 0,
    }),
)
const getPercentages = onFirstUse(
  () =>
    new Intl.NumberFormat(site.locale, {
      style: 'unit',
      unit: 'percent',
      maximumFractionDigits: 1,
    }),
)

/** "21 Nov 2026, 10:02 am", always in the institute's time zone. */
export const formatInstant = createDateFormatter({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** "21 Nov 2026" */
export const formatDay = createDateFormatter({ day: 'numeric', month: 'short', year: 'numeric' })

/** "10:02 am" */
export const formatTime = createDateFormatter({ hour: 'numeric', minute: '2-digit' })

/** The name of the institute's time zone at that moment: "India Standard Time". */
export function formatTimeZone(ms: number): string {
  return readZoneParts(ms).find((part) => part.type === 'timeZoneName')?.value ?? ''
}

/** "1,25,000": digits grouped as people here write them. */
export function formatCount(count: number): string {
  return getCounts().format(count)
}

/** "1 attempt", "22 attempts", "1,250 attempts" */
export function pluralize(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** "₹", or "€": as the institute's locale writes its currency. */
export const getMoneySymbol = onFirstUse(
  () =>
    getMoney()
      .formatToParts(1)
      .find(({ type }) => type === 'currency')?.value ?? '',
)

/** Separators between the digits of a large number: "1,25,000". */
const getGroupSeparators = onFirstUse(
  () =>
    new Set(
      getCounts()
        .formatToParts(123_456_789)
        .flatMap(({ type, value }) => (type === 'group' ? value : [])),
    ),
)

/** Reads what somebody has typed as `formatCount` or `formatMoney` writes it: "₹ 45,000" is 45000. */
export function toDigits(typed: string): string {
  const groupSeparators = getGroupSeparators()
  return Array.from(typed.replaceAll(getMoneySymbol(), ''))
    .filter((character) => !groupSeparators.has(character) && !/\s/u.test(character))
    .join('')
}

/** "₹45,000": whole units only. */
export function formatMoney(amount: number): string {
  return replaceSpaces(getMoney().format(amount), ' ')
}

/** "31 min 12 s", "1 h 5 min": zero parts are left out; no line breaks between number and unit. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count}\u00a0${unit}`)
  return shown.join(' ') || '0\u00a0s'
}

/** "66.7%" for 66.66…; takes 0 to 100. */
export function formatPercentage(percentage: number): string {
  return replaceSpaces(getPercentages().format(roundPercentage(percentage)), ' ')
}
