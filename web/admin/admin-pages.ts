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

export type AdminPage = {
  readonly path: string
  /** The file of the screen, as seen from web/admin. */
  readonly screen: string
  /** The file of what this screen has in common with others; they keep it when they follow. */
  readonly layout?: string
  /** The calls that the page needs; it opens only for users who may make all of them. */
  readonly calls: readonly Endpoint[]
  /** The link of the sidebar that leads to the page. */
  readonly link?: { readonly name: string; readonly section: 'Admin' | 'Exam day' | 'Office' }
  /** The name of another page's link, which is the current one on this page. */
  readonly below?: string
}

/**
 * Every page behind the login of staff, with the links of the sidebar in their order. The build
 * reads this table as well, to route the pages: it names screens, and imports none.
 */
export const adminPages = [
  {
    path: pagePaths.adminHome,
    screen: 'exams/exam-list-screen.tsx',
    calls: [listExams],
    link: { name: 'Tests', section: 'Admin' },
  },
  {
    path: pagePaths.createExam,
    screen: 'exams/create-exam-screen.tsx',
    calls: [createExam],
    below: 'Tests',
  },
  {
    path: pagePaths.viewExam,
    screen: 'exams/view-exam-screen.tsx',
    calls: [getExam],
    below: 'Tests',
  },
  {
    path: pagePaths.updateExam,
    screen: 'exams/update-exam-screen.tsx',
    calls: [getExam, updateExam],
    below: 'Tests',
  },
  {
    path: pagePaths.examWindows,
    screen: 'exam-windows/exam-windows-screen.tsx',
    calls: [getExam, listExamWindows],
    below: 'Tests',
  },

  {
    path: pagePaths.students,
    screen: 'students/students-screen.tsx',
    calls: [listStudents],
    link: { name: 'Students', section: 'Admin' },
  },
  {
    path: pagePaths.student,
    screen: 'students/student-screen.tsx',
    calls: [getStudent],
    below: 'Students',
  },
  importStep(pagePaths.importStudents, 'source-step.tsx'),
  importStep(pagePaths.importColumns, 'column-step.tsx'),
  importStep(pagePaths.importCheck, 'check-step.tsx'),
  importStep(pagePaths.importConfirm, 'confirm-step.tsx'),
  importStep(pagePaths.importDone, 'done-step.tsx'),

  {
    path: pagePaths.batches,
    screen: 'batches/batches-screen.tsx',
    calls: [listBatches],
    link: { name: 'Batches', section: 'Admin' },
  },
  {
    path: pagePaths.batch,
    screen: 'batches/batch-screen.tsx',
    calls: [getBatch],
    below: 'Batches',
  },

  {
    path: pagePaths.scoreList,
    screen: 'results/results-screen.tsx',
    calls: [listAttemptsByExam],
    link: { name: 'Results', section: 'Admin' },
  },
  {
    path: pagePaths.score,
    screen: 'results/student-scores-screen.tsx',
    calls: [getStudent, listStudentAttempts],
    below: 'Results',
  },
  {
    path: pagePaths.examsWithAttempts,
    screen: 'results/results-by-exam-screen.tsx',
    calls: [listAttemptsByExam],
    below: 'Results',
  },
  {
    path: pagePaths.examScores,
    screen: 'results/exam-scores-screen.tsx',
    calls: [listExamAttempts],
    below: 'Results',
  },
  {
    path: pagePaths.studentAnswers,
    screen: 'results/student-answers-screen.tsx',
    calls: [getAnswers],
    below: 'Results',
  },

  {
    path: pagePaths.today,
    screen: 'registers/today/today-screen.tsx',
    calls: [getToday],
    link: { name: 'Today', section: 'Exam day' },
  },
  {
    path: pagePaths.register,
    screen: 'registers/register-screen.tsx',
    calls: [getRegister],
    below: 'Today',
  },
  {
    path: pagePaths.liveExams,
    screen: 'live/live-exams-screen.tsx',
    calls: [listLiveExams],
    link: { name: 'Live', section: 'Exam day' },
  },
  {
    path: pagePaths.live,
    screen: 'live/live-screen.tsx',
    calls: [getLiveTable],
    below: 'Live',
  },
  {
    path: pagePaths.incidents,
    screen: 'incidents/incidents-screen.tsx',
    calls: [listIncidents],
    link: { name: 'Incidents', section: 'Exam day' },
  },

  {
    path: pagePaths.enquiries,
    screen: 'enquiries/enquiries-screen.tsx',
    calls: [listEnquiries],
    link: { name: 'Enquiries', section: 'Office' },
  },
  {
    path: pagePaths.mail,
    screen: 'email-log/email-log-screen.tsx',
    calls: [listEmails],
    link: { name: 'Mail', section: 'Office' },
  },
  {
    path: pagePaths.staff,
    screen: 'staff/staff-screen.tsx',
    calls: [listStaff],
    link: { name: 'Staff', section: 'Office' },
  },
  {
    path: pagePaths.audit,
    screen: 'audit-log/audit-log-screen.tsx',
    calls: [listAuditEntries],
    link: { name: 'Audit log', section: 'Office' },
  },

  {
    path: pagePaths.secondFactor,
    screen: '../account/second-factor/second-factor-screen.tsx',
    calls: [],
  },
  {
    path: pagePaths.adminSessions,
    screen: '../account/sessions/sessions-screen.tsx',
    calls: [],
  },
] as const satisfies readonly AdminPage[]

function importStep(path: string, file: string) {
  return {
    path,
    screen: `students/import/${file}`,
    layout: 'students/import/import-layout.tsx',
    calls: [importStudents],
    below: 'Students',
  }
}
