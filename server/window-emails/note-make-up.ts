import type { MakeUpEmails } from '../exam-windows/absent-students.ts'
import { saveNotified } from './notified-queries.ts'
import { getWindowEmailSettings } from './settings.ts'

/** The make-up email counts as the first email about its window, and is sent at once. */
export const makeUpEmails: MakeUpEmails = {
  haveCalendar: async (tx) => (await getWindowEmailSettings(tx)).areSent,

  note: (tx, { windowId, examId, window, studentIds, emailIds }, at) =>
    saveNotified(
      tx,
      studentIds.map((studentId, index) => ({
        windowId,
        studentId,
        examId,
        notified: window,
        notifiedBefore: null,
        sequence: 0,
        emailId: emailIds[index] ?? null,
        notifiedAt: at,
      })),
    ),
}
