import { getInstituteDay } from '#contract/institute-clock.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { isUnderAge } from '#core/students/age.ts'
import {
  normalizeRegistration,
  type RegistrationDraft,
  validateRegistration,
} from '#core/students/registration.ts'
import { lockAccount, markRegistrationComplete } from '../accounts/queries.ts'
import { audit } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import { toRegistrationColumns } from './editable-columns.ts'
import { findStudent, saveStudent } from './queries.ts'
import { type ConsentInput, recordConsents } from './record-consents.ts'

type CompleteRegistrationInput = {
  readonly id: string
  readonly draft: RegistrationDraft
  readonly consents: ConsentInput
  readonly actor: Actor
}

/**
 * The rest of the registration of a student whom the institute added. Sent twice it is carried out
 * once; the student cannot change it by sending it later.
 */
export function completeRegistration(
  deps: Deps,
  { id, draft, consents, actor }: CompleteRegistrationInput,
): Promise<Refusal<'registration-faulty' | 'student-not-found'> | null> {
  const { db, now } = deps
  return db.write(async (tx) => {
    const account = await lockAccount(tx, id)
    const student = await findStudent(tx, id)
    if (!account || !student) return refuse('student-not-found')
    if (!account.mustCompleteRegistration) return null

    const at = now()
    const today = getInstituteDay(at)
    const { name, email, course } = student
    const whole = { ...draft, name, email, course }
    const errors = { ...validateRegistration(whole, today), ...findMissingConsents(consents) }
    if (isUnderAge(draft.dob ?? '', today) && !consents.guardianConsent)
      Object.assign(errors, { guardianConsent: 'Ask your parent or guardian to agree' })
    if (Object.keys(errors).length > 0) return refuse('registration-faulty', errors)

    const answers = normalizeRegistration(whole)
    await saveStudent(tx, {
      ...student,
      ...toRegistrationColumns(answers),
      ...recordConsents(
        consents,
        { dob: answers.dob ?? '', guardianName: answers.fname ?? '', hasPictures: false },
        { today, at },
      ),
    })
    await markRegistrationComplete(tx, id)
    await audit(tx, deps, { actor, action: 'registration.completed', subject: id }, at)
    return null
  })
}

function findMissingConsents({ termsAccepted, privacyConsent }: ConsentInput) {
  return {
    ...(!termsAccepted && { termsAccepted: 'Accept the terms' }),
    ...(!privacyConsent && { privacyConsent: 'Agree to the privacy notice' }),
  }
}
