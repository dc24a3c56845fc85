import { matchPath } from 'react-router'
import { listAuditEntries } from '#contract/audit-log.ts'
import { getBatch, listBatches } from '#contract/batches.ts'
import { listEmails } from '#contract/email-log.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { listEnquiries } from '#contract/enquiries.ts'
import { listExamWindows } from '#contract/exam-windows.ts'
import { createExam, getExam, listExams, updateExam } from '#contract/exams.ts'
import { listIncidents } from '#contract/incidents.ts'
import { getLiveTable, listLiveExams } from '#contract/live.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { getRegister, getToday } from '#contract/registers.ts'
import {
  getAnswers,
  listAttemptsByExam,
  listExamAttempts,
  listStudentAttempts,
} from '#contract/results.ts'
import { listStaff } from '#contract/staff.ts'
import { importStudents } from '#contract/student-import.ts'
import { getStudent, listStudents } from '#contract/students.ts'
import { can } from '../client/permissions.tsx'
import type { Session } from '../client/session.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

/** The calls that each staff page needs; it opens only for users who may make all of them. */
export const pageCalls: Readonly<Record<string, readonly Endpoint[]>> = {
  [pagePaths.secondFactor]: [],
  [pagePaths.adminSessions]: [],
  [pagePaths.adminHome]: [listExams],
  [pagePaths.createExam]: [createExam],
  [pagePaths.viewExam]: [getExam],
  [pagePaths.updateExam]: [getExam, updateExam],
  [pagePaths.examWindows]: [getExam, listExamWindows],
  [pagePaths.batches]: [listBatches],
  [pagePaths.batch]: [getBatch],
  [pagePaths.today]: [getToday],
  [pagePaths.register]: [getRegister],
  [pagePaths.students]: [listStudents],
  [pagePaths.student]: [getStudent],
  [pagePaths.importStudents]: [importStudents],
  [pagePaths.importColumns]: [importStudents],
  [pagePaths.importCheck]: [importStudents],
  [pagePaths.importConfirm]: [importStudents],
  [pagePaths.importDone]: [importStudents],
  [pagePaths.scoreList]: [listAttemptsByExam],
  [pagePaths.score]: [getStudent, listStudentAttempts],
  [pagePaths.examsWithAttempts]: [listAttemptsByExam],
  [pagePaths.examScores]: [listExamAttempts],
  [pagePaths.studentAnswers]: [getAnswers],
  [pagePaths.incidents]: [listIncidents],
  [pagePaths.liveExams]: [listLiveExams],
  [pagePaths.live]: [getLiveTable],
  [pagePaths.enquiries]: [listEnquiries],
  [pagePaths.mail]: [listEmails],
  [pagePaths.staff]: [listStaff],
  [pagePaths.audit]: [listAuditEntries],
}

/** False for a staff page that is missing from `pageCalls`. */
export function canOpenPage(session: Session | null, pathname: string): boolean {
  const found = Object.entries(pageCalls).find(([path]) => matchPath(path, pathname))
  return found?.[1].every((call) => can(session, call)) ?? false
}

/** Shown in place of a page that the user's role does not include. */
export function NotYourPage() {
  return (
    <>
      <title>Not open to your account</title>
      <PageHeading title="Not open to your account" />
      <EmptyState
        title="Your role does not include this page."
        help="If you need it, ask an owner of the institute to change your role."
      />
    </>
  )
}
