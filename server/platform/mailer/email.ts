export type Person = { readonly name: string; readonly address: string }

/** What an email says; email-templates.ts finds the words. */
export type Email =
  | {
      readonly kind:
        | 'one-time-password'
        | 'login-details'
        | 'forgotten-password'
        | 'staff-invitation'
      readonly to: Person
      readonly accountId: string
      readonly role: 'admin' | 'student'
      readonly password: string
      readonly expiresAt: number
    }
  | {
      /** `corrected-result` when a key was corrected after the result was sent. */
      readonly kind: 'result' | 'corrected-result'
      readonly to: Person
      readonly accountId: string
      readonly examId: string
      readonly attemptId: string
      readonly title: string
      readonly score: number
      readonly total: number
      readonly percentage: number
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
      /** Who asked for it. */
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
    }

export type EmailOwners = {
  readonly accountIds?: readonly string[]
  readonly enquiryIds?: readonly string[]
}
