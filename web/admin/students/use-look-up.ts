import { useRef, useState } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { lookUpStudent } from '#contract/student-import.ts'
import { isEmail, normalizeEmail } from '#core/accounts/email.ts'
import { request } from '../../client/request.ts'
import type { FieldErrors, FieldValues } from '../../ui/form/form-state.ts'
import { describeNamesake, describeTakenEmail, describeTakenRollNumber } from './describe-found.ts'

type Field = 'name' | 'email' | 'rollNumber'
type Answer = { readonly text: string; readonly reply: ReplyOf<typeof lookUpStudent> }

/** Asks when a field is left, and holds the answer for as long as the field says the same. */
export function useLookUp(typed: FieldValues) {
  const [answers, setAnswers] = useState<Readonly<Partial<Record<Field, Answer>>>>({})
  const latest = useRef(typed)
  latest.current = typed
  const lookUp = async (field: Field) => {
    const text = latest.current[field]?.trim() ?? ''
    if (text === '' || (field === 'email' && !isEmail(normalizeEmail(text)))) return
    // Adding a student checks once more, so a failed look-up is no error.
    const reply = await request(lookUpStudent, { body: { [field]: text } }).catch(() => null)
    if (reply) setAnswers((before) => ({ ...before, [field]: { text, reply } }))
  }
  const read = (field: Field) => {
    const answer = answers[field]
    return answer && answer.text === typed[field]?.trim() ? answer.reply : null
  }
  const name = read('name')?.name
  const email = read('email')?.email
  const rollNumber = read('rollNumber')?.rollNumber
  const errors: FieldErrors = {
    ...(email && { email: describeTakenEmail(email) }),
    ...(rollNumber && { rollNumber: describeTakenRollNumber(rollNumber) }),
  }
  return { errors, nameHint: name ? describeNamesake(name) : undefined, lookUp }
}
