import type { Person } from './email.ts'

export type OutgoingEmail = {
  readonly id: string
  readonly kind: string
  /** The same at each try, so that a program that gets an email twice may show it once. */
  readonly messageId: string
  readonly to: Person
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly replyTo?: Person | undefined
  readonly createdAt: number
}

/** The outcome of one try. `unsure`: it may have arrived, but there was no confirmation. */
export type DeliveryOutcome =
  | { readonly status: 'sent' }
  | {
      readonly status: 'later' | 'never' | 'unsure'
      readonly reason: string
      /** Whether the next email would fare no better. */
      readonly cause: 'server' | 'email'
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

/** No answer machine shall answer us. */
export const automaticHeaders = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'All',
}
