import type { ActionKind } from './actions.ts'
import type { PresenceState } from './presence.ts'

type Target = { readonly attemptId: string | null; readonly state: PresenceState }

/** Whether an action can be carried out for a student, as far as the screen knows. */
export function isApplicable(kind: ActionKind, { attemptId, state }: Target): boolean {
  if (attemptId === null) return false
  const isRunning = state !== 'finished' && state !== 'not-started'
  switch (kind) {
    case 'reopen':
      return state === 'finished'
    case 'resume':
      return state === 'paused'
    case 'pause':
      return isRunning && state !== 'paused'
    case 'add-minutes':
    case 'message':
    case 'end':
      return isRunning
  }
}

const participles: Readonly<Record<ActionKind, string>> = {
  'add-minutes': 'be given minutes',
  pause: 'be paused',
  resume: 'go on',
  message: 'be sent a message',
  end: 'be ended',
  reopen: 'be reopened',
}

/** "2 of 3 can be reopened": said before, where an action fits some only; else null. */
export function describeFit(kind: ActionKind, targets: readonly Target[]): string | null {
  const fitting = targets.filter((target) => isApplicable(kind, target)).length
  if (fitting === targets.length) return null
  return `${fitting === 0 ? 'None' : fitting} of ${targets.length} can ${participles[kind]}.`
}
