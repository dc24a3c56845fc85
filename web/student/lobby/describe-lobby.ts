import { toClosingMinute } from '#contract/institute-clock.ts'
import type { LobbyPhase } from '#core/exam-windows/countdown.ts'
import { getLastEntry, type WindowTimes } from '#core/exam-windows/window.ts'
import { formatAt } from '../../ui/format-moment.ts'
import { formatTimeWithSeconds } from '../../ui/format-time.ts'

type LobbyText = { readonly heading: string; readonly text: string }

export function describePhase(
  phase: LobbyPhase | 'taken',
  times: WindowTimes,
  now: number,
): LobbyText {
  switch (phase) {
    case 'checking':
      return {
        heading: `Starts ${formatAt(times.opensAt, now)}`,
        text: 'We are asking the server for the time. Stay on this page: Start becomes live by itself.',
      }
    case 'waiting':
      return {
        heading: `Starts ${formatAt(times.opensAt, now)}`,
        text: 'Start becomes live by itself. You need not refresh this page, and an early arrival is no advantage.',
      }
    case 'live':
      return {
        heading: 'You can start now',
        text: 'The rules of this test are below. Read them before you press Start.',
      }
    case 'entry-over':
      return {
        heading: 'The latest time to start is over',
        text: `It was ${formatAt(toClosingMinute(getLastEntry(times)), now)}. Please ask the institute.`,
      }
    case 'closed':
      return {
        heading: 'This test is closed',
        text: `It closed ${formatAt(toClosingMinute(times.closesAt), now)}. Please ask the institute.`,
      }
    case 'taken':
      return {
        heading: 'You have taken this test',
        text: 'Its result appears on your panel when it is released.',
      }
  }
}

/** Beside the button: when it is live, and what a press does. */
export function describeStart(phase: LobbyPhase, times: WindowTimes, ownTime: string): string {
  const begins = `Your ${ownTime} begin when you press it.`
  if (phase === 'live') return `Live now. ${begins}`
  if (phase === 'entry-over' || phase === 'closed') return ''
  return `Live at ${formatTimeWithSeconds(times.opensAt)} by the server’s clock. ${begins}`
}

/** Describes the next step after a start that was refused. */
export function describeNext(phase: LobbyPhase, times: WindowTimes, now: number): string {
  if (phase === 'waiting' || phase === 'checking')
    return `It opens ${formatAt(times.opensAt, now)}. Start becomes live by itself.`
  if (phase === 'entry-over')
    return `That was ${formatAt(toClosingMinute(getLastEntry(times)), now)}.`
  return phase === 'closed' ? `It closed ${formatAt(toClosingMinute(times.closesAt), now)}.` : ''
}
