import { z } from 'zod'
import { windowPhases } from '#core/exam-windows/window.ts'
import { endpoint } from './endpoint.ts'
import { Seat } from './exam-windows.ts'
import { Id, Instant } from './schemas.ts'

/** A student's window as it stands at this moment. */
export const StudentWindow = z.object({
  phase: z.enum(windowPhases),
  /** When it opens or, once it has, when it opened. */
  opensAt: Instant,
  closesAt: Instant,
  /** The last moment to start; null: until it closes. */
  latestEntryAt: Instant.nullable(),
  /** Whether running attempts end when it closes; extra time still runs past that. */
  endsAtClosing: z.boolean(),
  /** Missing where the window has no rooms, no more seats, or is over. */
  seat: Seat.optional(),
})
export type StudentWindow = z.output<typeof StudentWindow>

export const getLobby = endpoint({
  method: 'GET',
  path: '/api/students/lobby/:testId',
  access: 'student',
  summary:
    'For a student who waits for the opening: when it is, by the server’s clock, and how long after it their own Start becomes live. Asked again after `pollAfterSeconds`, and never for the opening itself.',
  params: z.object({ testId: Id }),
  isPolled: true,
  reply: z.object({
    title: z.string(),
    numQuestions: z.int(),
    duration: z.number(),
    /** The duration with this student's extra time. */
    ownDurationSeconds: z.int(),
    /** Null where the test has no windows: it is open. */
    window: StudentWindow.nullable(),
    /** 0 to 3000, always the same for this student and test. */
    startOffsetMs: z.int(),
    serverTime: Instant,
    pollAfterSeconds: z.int(),
  }),
  refusals: ['test-not-found'],
})
