import { changePassword } from '#contract/accounts.ts'
import { logout } from '#contract/current-session.ts'
import { register } from '#contract/students.ts'
import type { Life } from './diary.ts'
import { good } from './good.ts'
import { demoPassword, oneTimePassword } from './logins.ts'
import { type Sitting, sit } from './sit.ts'
import type { Story } from './story.ts'
import type { DemoStudent } from './students.ts'

export async function* studentLife(
  story: Story,
  student: DemoStudent,
  sittings: readonly Sitting[],
): Life {
  const { email, registersAt, setsPasswordAt } = student
  yield registersAt
  await good(story.academy.guest().request(register, { body: registrationOf(story, student) }))
  if (setsPasswordAt === undefined) return

  yield setsPasswordAt
  const guest = story.academy.guest()
  const body = { email, password: oneTimePassword, newPassword: demoPassword }
  await good(guest.request(changePassword, { body }))
  await guest.request(logout)
  for (const sitting of sittings) yield* sit(story, email, sitting)
}

function registrationOf({ pictures }: Story, { draft, cardShade }: DemoStudent): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(draft)) form.set(field, value)
  form.set('termsAccepted', 'true')
  if (cardShade === undefined) return form
  for (const side of ['front', 'back'] as const) {
    const name = side === 'front' ? 'aadharFront' : 'aadharBack'
    form.set(name, fileOf(pictures.get(`${side}-${cardShade}`)), `${side}.png`)
  }
  return form
}

export function fileOf(png: Buffer | undefined): Blob {
  if (!png) throw new Error('There is no such picture')
  return new Blob([new Uint8Array(png)], { type: 'image/png' })
}
