import type { ExcuseReason, RegisterState } from '#core/registers/register.ts'

// Apart from the endpoints: a file with endpoints reaches the browser without its functions.

export const registerStateNames: Readonly<Record<RegisterState, string>> = {
  lobby: 'In the lobby',
  taking: 'Taking',
  finished: 'Finished',
  'not-here': 'Not here yet',
  absent: 'Absent',
  excused: 'Excused',
}

export const excuseReasonNames: Readonly<Record<ExcuseReason, string>> = {
  illness: 'Illness',
  family: 'Family',
  transport: 'Transport',
  'other-exam': 'Another exam',
  other: 'Another reason',
}
