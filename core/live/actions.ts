/** Actions of staff on running attempts, from the live screen. */
export const actionKinds = ['add-minutes', 'pause', 'resume', 'message', 'end', 'reopen'] as const
export type ActionKind = (typeof actionKinds)[number]

/** Why, from a short list; the words are those of the screen and of the audit log. */
export const actionReasons = {
  'power-cut': 'Power cut',
  network: 'Network',
  workstation: 'Workstation',
  noise: 'Noise',
  illness: 'Illness',
  late: 'Late',
  other: 'Other',
} as const
export type ActionReason = keyof typeof actionReasons
export const actionReasonNames = Object.keys(actionReasons) as [ActionReason, ...ActionReason[]]

/** A message explains itself, and who goes on loses nothing. */
export function needsReason(kind: ActionKind): boolean {
  return kind !== 'message' && kind !== 'resume'
}

/** As it is kept: `none` where none was said. */
export type KeptReason = ActionReason | 'none'

export const maxMessageLength = 200

/** How long an action can be undone. */
export const undoMs = 10_000

/** Why an action could not be carried out for one attempt. */
export const obstacles = [
  'not-found',
  'not-running',
  'paused-already',
  'not-paused',
  'running',
  'void',
  'no-time-left',
] as const
export type Obstacle = (typeof obstacles)[number]

/** In an action on many attempts, `carrying-out` and `undoing` last until its last batch. */
export const unfinishedStates = ['waiting', 'carrying-out', 'undoing'] as const
export type ActionState = (typeof unfinishedStates)[number] | 'done' | 'undone'

/**
 * Ending and reopening wait until they can no longer be undone, since neither has an inverse: the
 * one tells the student that the quiz is over, the other makes late answers count.
 */
export function waitsForUndo(kind: ActionKind): boolean {
  return kind === 'end' || kind === 'reopen'
}

/** In one line, as the audit log keeps it; empty where none was said. */
export function describeReason(reason: KeptReason, ownWords: string | null): string {
  if (reason === 'none') return ''
  return ownWords === null ? actionReasons[reason] : `${actionReasons[reason]}: ${ownWords}`
}
