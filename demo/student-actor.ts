import { changePassword } from '#contract/accounts.ts'
import { logout } from '#contract/current-session.ts'
import { register } from '#contract/registration.ts'
import { expectOk } from './expect-ok.ts'
import { demoPassword, oneTimePassword } from './logins.ts'
import type { Scenario } from './scenario.ts'
import type { Actor } from './scheduler.ts'
import type { DemoStudent } from './students.ts'
import { type PlannedAttempt, takeExam } from './take-exam.ts'

export async function* createStudentActor(
  scenario: Scenario,
  student: DemoStudent,
  attempts: readonly PlannedAttempt[],
): Actor {
  const { email, registersAt, setsPasswordAt } = student
  yield registersAt
  await expectOk(
    scenario.app.createClient().request(register, { body: toRegistrationForm(scenario, student) }),
  )
  if (setsPasswordAt === undefined) return

  yield setsPasswordAt
  const client = scenario.app.createClient()
  const body = { email, password: oneTimePassword, newPassword: demoPassword }
  await expectOk(client.request(changePassword, { body }))
  await client.request(logout)
  for (const attempt of attempts) yield* takeExam(scenario, email, attempt)
}

function toRegistrationForm({ pictures }: Scenario, { draft, cardShade }: DemoStudent): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(draft)) form.set(field, value)
  form.set('termsAccepted', 'true')
  if (cardShade === undefined) return form
  for (const side of ['front', 'back'] as const) {
    const name = side === 'front' ? 'aadharFront' : 'aadharBack'
    form.set(name, toPngBlob(pictures.get(`${side}-${cardShade}`)), `${side}.png`)
  }
  return form
}

export function toPngBlob(png: Buffer | undefined): Blob {
  if (!png) throw new Error('There is no such picture')
  return new Blob([new Uint8Array(png)], { type: 'image/png' })
}
