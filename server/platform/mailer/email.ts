import type { NextAttempt } from '#core/attempts/next-attempt.ts'
import type { SmtpRefusal } from '#core/email-delivery/smtp-refusal.ts'
import type { WindowNotice } from '#core/exam-windows/window-email.ts'
import type { Counting } from '#core/grading/counted-attempt.ts'

export type Person = { readonly name: string; readonly address: string }

/** The content of an email; email-templates.ts finds the words. */
export type Email =
  | {
      readonly kind:
        | 'one-time-password'
        | 'login-details'
        | 'forgotten-password'
        | 'staff-invitation'
        | 'student-added'
      readonly to: Person
      readonly accountId: string
      readonly role: 'admin' | 'student'
      readonly password: string
      readonly expiresAt: number
    }
  | {
      /**
       * `corrected-result` when the student was sent another score before; `repeated-result` when
       * staff send the same one again.
       */
      readonly kind: 'result' | 'corrected-result' | 'repeated-result'
      readonly to: Person
      readonly accountId: string
      readonly examId: string
      readonly attemptId: string
      readonly title: string
      readonly score: number
      readonly total: number
      readonly percentage: number
      /** The score in the email before, if this one corrects it. */
      readonly before?: number
      /** The numbers of the questions whose key was corrected, in this student's order. */
      readonly corrected?: readonly number[]
      /** Set where the student has several attempts at the test. */
      readonly counting?: Counting
      /** Missing where the student has no attempt left. */
      readonly next?: NextAttempt
    }
  | {
      /** To a student who was sent the result of an attempt that is void by now. */
      readonly kind: 'voided-result'
      readonly to: Person
      readonly accountId: string
      readonly examId: string
      readonly attemptId: string
      readonly title: string
      readonly score: null
      /** The score in the email before. */
      readonly before: number
      readonly total: number
      /** Missing where the student has no attempt left. */
      readonly next?: NextAttempt
    }
  | {
      readonly kind: 'make-up-window'
      readonly to: Person
      readonly accountId: string
      readonly examId: string
      readonly title: string
      readonly opensAt: number
      readonly closesAt: number
      /** Null where it is the closing. */
      readonly latestEntryAt: number | null
      readonly endsAtClosing: boolean
      /** Missing where windows write no emails, so that nothing would correct it. */
      readonly calendar?: WindowInCalendar
    }
  | {
      readonly kind: 'window-invitation' | 'window-update' | 'window-cancellation'
      readonly to: Person
      readonly accountId: string
      /** The window as it is; for a cancellation, as it was sent. */
      readonly window: WindowNotice
      /** The window as it was sent before an update; else null. */
      readonly before: WindowNotice | null
      readonly calendar: WindowInCalendar
      /** From then on it is not sent any more. */
      readonly expiresAt: number
    }
  | {
      readonly kind: 'window-reminder'
      readonly to: Person
      readonly accountId: string
      readonly window: WindowNotice
      readonly expiresAt: number
    }
  | {
      readonly kind: 'second-factor'
      readonly to: Person
      readonly accountId: string
      readonly change: 'app-on' | 'app-off' | 'passkey-on' | 'passkey-off' | 'new-codes' | 'reset'
      readonly at: number
    }
  | {
      readonly kind: 'password-changed'
      readonly to: Person
      readonly accountId: string
      readonly role: 'admin' | 'student'
      readonly device: string
      readonly address: string
      readonly at: number
    }
  | {
      /** To the old address; the new one gets login details. */
      readonly kind: 'email-changed'
      readonly to: Person
      readonly accountId: string
      readonly at: number
    }
  | {
      readonly kind: 'new-place'
      readonly to: Person
      readonly accountId: string
      readonly device: string
      readonly address: string
      readonly at: number
    }
  | {
      readonly kind: 'registration'
      readonly studentId: string
      readonly studentName: string
      readonly course: string
    }
  | {
      readonly kind: 'test'
      readonly to: Person
      /** The person who asked for it. */
      readonly askedBy: string
    }
  | {
      readonly kind: 'enquiry'
      /** The enquiry whose email goes with it. */
      readonly enquiryId?: string
      readonly name: string
      readonly email: string
      readonly contact: string
      readonly course: string
      readonly message?: string | null
    }
  | {
      /** To the sender; it quotes nothing that they typed but the name. */
      readonly kind: 'enquiry-received'
      readonly enquiryId: string
      readonly to: Person
      readonly course: string
    }

export type WindowInCalendar = {
  readonly windowId: string
  readonly sequence: number
  readonly writtenAt: number
}

export type CalendarFile = { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string }

export const resultKinds = ['result', 'corrected-result', 'repeated-result'] as const

/**
 * The record of an email about a result is kept as long as the result, also when the words are
 * erased.
 */
export const tellingKinds = [...resultKinds, 'voided-result'] as const

export type EmailOwners = {
  readonly accountIds?: readonly string[]
  readonly enquiryIds?: readonly string[]
}

type OutgoingEmail = {
  readonly id: string
  readonly kind: string
  /** The same at each try, so that a program that gets an email twice may show it once. */
  readonly messageId: string
  readonly to: Person
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly replyTo?: Person | undefined
  readonly calendar?: CalendarFile | undefined
  readonly createdAt: number
}

/** The outcome of one try. `unsure`: it may have arrived, but there was no confirmation. */
export type DeliveryOutcome =
  | { readonly status: 'sent' }
  | {
      readonly status: 'later' | 'never' | 'unsure'
      readonly reason: string
      /**
       * With `transport` the server was not reached or did not work, with `refusal` it takes nothing
       * from us: the next email would fare no better.
       */
      readonly cause: 'transport' | 'refusal' | 'email'
    }
  | {
      /** It may be about the server or about this email: what happens to others will tell. */
      readonly status: 'later'
      readonly cause: 'unclear'
      readonly refusal: SmtpRefusal
      readonly reason: string
      /** The reason, should it be the server's. */
      readonly serverReason: string
    }

export type MailTransport = {
  /** The folder where emails become files, where they do not leave the machine. */
  readonly outboxFolder: string | null
  /** Never throws for what an email or a mail server may do. */
  send(email: OutgoingEmail): Promise<DeliveryOutcome>
  /** Takes back what was erased while it was on its way; what left the machine cannot be. */
  erase(emailId: string): Promise<void>
  close(): void
}

/** For nodemailer: an alternative to the text, and a file that one can open. */
export function toCalendarPart(calendar: CalendarFile | undefined) {
  return calendar && { ...calendar, filename: 'test.ics' }
}

/** No answer machine shall answer us. */
export const automaticHeaders = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'All',
}
