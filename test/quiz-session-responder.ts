import { type CallOutcome, type Effect, type Event, refuse } from './quiz-session-calls.ts'
import type { createSessionDevice, createSessionServer } from './quiz-session-server.ts'

/** Answers calls in place of the server and the device's storage. */
export function createResponder(
  server: ReturnType<typeof createSessionServer>,
  device: ReturnType<typeof createSessionDevice>,
  serverNow: () => number,
) {
  return (call: Effect, outcome: CallOutcome, at: number): Event | null => {
    if (call.type === 'load-answers')
      return { type: 'answers-loaded', sent: call, answers: device.rows() }
    if (outcome !== 'pass' && outcome !== 'lost-reply') return null
    const arrivedAt = at + server.aheadMs
    switch (call.type) {
      case 'send-answer': {
        if (server.isTooLate(call.answer) && !server.isOver(arrivedAt))
          return { type: 'answer-failed', sent: call, failure: refuse('attempt-paused') }
        if (server.submit(call.answer, arrivedAt))
          return { type: 'answer-taken', sent: call, endsAt: server.endsAt(serverNow()) }
        return { type: 'answer-failed', sent: call, failure: refuse('attempt-over') }
      }
      case 'ask-clock': {
        const elsewhere = server.elsewhere()
        const repliedAt = serverNow()
        const clock = {
          isRunning: server.isRunning(arrivedAt),
          endsAt: server.endsAt(repliedAt),
          repliedAt,
          pause: server.pause(),
          messages: server.messages(),
          ...(server.timeChanges() > 0 && { timeChanges: server.timeChanges() }),
          pollSeconds: server.pollSeconds,
          ...(elsewhere && { elsewhere }),
        }
        return { type: 'clock-received', sent: call, clock }
      }
      case 'send-end': {
        const { kind, observed, answers } = call
        if (kind === 'forced' && observed) server.report(observed, answers, arrivedAt)
        const reason = kind === 'expired' ? 'Time expired' : 'Completed'
        const wasOver = server.isOver(arrivedAt)
        if (server.pause() && !wasOver)
          return { type: 'end-failed', sent: call, failure: refuse('attempt-paused') }
        const finishReason = server.finish(answers, reason, arrivedAt)
        const notTaken = wasOver ? server.listNotTaken(answers) : undefined
        return { type: 'end-taken', sent: call, finishReason, notTaken }
      }
      case 'send-report': {
        const { observed, answers } = call
        return {
          type: 'report-taken',
          sent: call,
          outcome: server.report(observed, answers, arrivedAt),
        }
      }
      case 'send-late': {
        const outcome = server.keepLate(call.answers, arrivedAt)
        return outcome
          ? { type: 'late-taken', sent: call, outcome }
          : { type: 'late-failed', sent: call, failure: refuse('not-over') }
      }
      case 'send-last':
        for (const one of call.answers) if (!server.isTooLate(one)) server.submit(one, arrivedAt)
        if (call.report) server.report(call.report.observed, call.report.answers, arrivedAt)
        if (call.finish && !server.pause()) server.finish(call.finish, 'Completed', arrivedAt)
        return null
      case 'send-message-read':
        server.dismiss(call.id)
        return null
      default:
        return null
    }
  }
}
