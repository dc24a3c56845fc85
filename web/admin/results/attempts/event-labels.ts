import type { TimelineEntry } from '#core/proctoring/event-timeline.ts'
import type { EventKind } from '#core/proctoring/policy.ts'

const eventLabels: Readonly<Record<EventKind, string>> = {
  devtools: 'Developer tools opened',
  hidden: 'Quiz tab hidden',
  blur: 'Another window in front',
  refresh: 'Page reloaded or closed',
  back: 'Back button pressed',
  'blocked-key': 'Blocked key pressed',
  'context-menu': 'Context menu asked for',
  offline: 'Connection lost',
  online: 'Connection back',
}

export function toEventLabel({ kind, times }: Pick<TimelineEntry, 'kind' | 'times'>): string {
  return times > 1 ? `${eventLabels[kind]} ${times} times` : eventLabels[kind]
}

const accidentalMs = 3_000
const glanceMs = 30_000

/** The likely cause, in words for the person who must decide; never a verdict. */
export function getLikelyCause({
  kind,
  durationMs,
  times,
}: Pick<TimelineEntry, 'kind' | 'durationMs' | 'times'>): string {
  switch (kind) {
    case 'hidden':
      return `Another tab or program, or a locked screen. ${describeAbsence(durationMs)}`
    case 'blur':
      return `A chat pop-up, a system message or another program. ${describeAbsence(durationMs)}`
    case 'devtools':
      return 'The page lost more than 160 pixels inside its window: developer tools, or a side panel of the browser.'
    case 'refresh':
      return 'A reload, a closed tab or a crash: browsers do not tell which.'
    case 'back':
      return 'The back button, or a swipe to the side on a touchpad or phone.'
    case 'blocked-key':
      return times > 1
        ? 'Copying, pasting, saving, reloading or developer tools, tried again and again. Prevented each time.'
        : 'Copying, pasting, saving, reloading or developer tools, perhaps out of habit. Prevented.'
    case 'context-menu':
      return 'A right click or a long press. Prevented.'
    case 'offline':
      return describeDisconnection(durationMs)
    case 'online':
      return 'When it was lost was not reported.'
  }
}

function describeAbsence(ms: number | null): string {
  if (ms === null) return 'How long it lasted is not known.'
  if (ms < accidentalMs) return 'Probably a slip: too short to read anything.'
  if (ms < glanceMs) return 'Long enough to read a message.'
  return 'Long enough to look something up or to ask somebody.'
}

function describeDisconnection(ms: number | null): string {
  if (ms === null) return 'Its return was not reported: still away, or the device was switched off.'
  return ms < glanceMs
    ? 'A short break, as with weak Wi-Fi. Answers waited on the device.'
    : 'The network was away. Answers waited on the device while the clock ran on.'
}
