import { getWindowPhase, type WindowTimes } from '../exam-windows/window.ts'

export type TodaySection = 'running' | 'coming' | 'over'

/** A window stands on the day it opens, and one over midnight until it closes. */
export function isOfToday(
  window: WindowTimes,
  { now, isSameDay }: { readonly now: number; readonly isSameDay: (at: number) => boolean },
): boolean {
  return isSameDay(window.opensAt) || (window.opensAt <= now && now < window.closesAt)
}

export function getTodaySection(window: WindowTimes, now: number): TodaySection {
  const phase = getWindowPhase(window, now)
  if (phase === 'coming') return 'coming'
  return phase === 'closed' ? 'over' : 'running'
}

const sections: readonly TodaySection[] = ['running', 'coming', 'over']

/** Those that run, the next to close first; then those to come; then those that are over, latest first. */
export function compareToday(
  one: WindowTimes & { readonly id: string },
  other: WindowTimes & { readonly id: string },
  now: number,
): number {
  const section = getTodaySection(one, now)
  const order = sections.indexOf(section) - sections.indexOf(getTodaySection(other, now))
  const byTime = {
    running: one.closesAt - other.closesAt,
    coming: one.opensAt - other.opensAt,
    over: other.closesAt - one.closesAt,
  }[section]
  return order || byTime || (one.id < other.id ? -1 : 1)
}
