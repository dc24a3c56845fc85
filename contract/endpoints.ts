import * as auth from './accounts.ts'
import * as attemptMessages from './attempt-messages.ts'
import * as attempts from './attempts.ts'
import * as audit from './audit-log.ts'
import * as batches from './batches.ts'
import * as session from './current-session.ts'
import * as deletedExams from './deleted-exams.ts'
import * as mail from './email-log.ts'
import type { Endpoint } from './endpoint.ts'
import * as enquiries from './enquiries.ts'
import * as examClock from './exam-clock.ts'
import * as examCopies from './exam-copies.ts'
import * as examDay from './exam-day.ts'
import * as examWindows from './exam-windows.ts'
import * as exams from './exams.ts'
import * as marking from './grading.ts'
import * as identity from './identity.ts'
import * as incidents from './incidents.ts'
import * as incompleteRegistrations from './incomplete-registrations.ts'
import * as keyGuard from './key-guard.ts'
import * as lateAnswers from './late-answers.ts'
import * as live from './live.ts'
import * as lobby from './lobby.ts'
import * as loginDetails from './login-details.ts'
import * as news from './news.ts'
import * as examRoom from './proctoring.ts'
import * as registers from './registers.ts'
import * as registration from './registration.ts'
import * as resultRelease from './result-release.ts'
import * as results from './results.ts'
import * as secondFactor from './second-factor.ts'
import * as sessions from './sessions.ts'
import * as staff from './staff.ts'
import * as storage from './storage.ts'
import * as studentImport from './student-import.ts'
import * as students from './students.ts'
import * as windowEmails from './window-emails.ts'

/** Every endpoint by name, for the roles matrix, the API's description and the fuzzers. */
export const endpoints: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  [
    auth,
    session,
    secondFactor,
    sessions,
    registration,
    students,
    loginDetails,
    studentImport,
    identity,
    batches,
    exams,
    examCopies,
    deletedExams,
    examWindows,
    windowEmails,
    lobby,
    attempts,
    attemptMessages,
    lateAnswers,
    incidents,
    incompleteRegistrations,
    live,
    examClock,
    examDay,
    news,
    registers,
    results,
    resultRelease,
    keyGuard,
    enquiries,
    examRoom,
    mail,
    audit,
    marking,
    storage,
    staff,
  ]
    .flatMap((domain) => Object.entries(domain as Record<string, unknown>))
    .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'refusals' in value
}
