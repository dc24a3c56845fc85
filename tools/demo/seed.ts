import { createFirstAdmin } from '#server/accounts/create-first-admin.ts'
import { adminLife } from './admin-life.ts'
import { calendarFor } from './calendar.ts'
import { live } from './diary.ts'
import { openDice } from './dice.ts'
import { adminEmail, demoPassword } from './logins.ts'
import { openAcademy, type Place } from './open-academy.ts'
import { drawPictures } from './pictures/all.ts'
import { sittingsOf } from './sittings.ts'
import type { Story } from './story.ts'
import { studentLife } from './student-life.ts'
import { demoStudents } from './students.ts'
import { visitors } from './visitors.ts'

/** Two weeks of an institute, lived through the product's own calls and ending `now`. */
export async function seedDemo(place: Place, now: number): Promise<void> {
  const pictures = await drawPictures()
  const calendar = calendarFor(now)
  const clock = { at: calendar.at(14, '08:00') }
  const academy = await openAcademy(place, clock)
  try {
    const login = { ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: demoPassword }
    await createFirstAdmin(academy.deps, login)
    const story: Story = { academy, calendar, pictures, dice: openDice(1), testIds: new Map() }
    const students = demoStudents(calendar)
    const sittings = sittingsOf(calendar, students)
    const lives = [
      adminLife(story, students),
      visitors(story),
      ...students.map((student) => studentLife(story, student, sittings(student.name))),
    ]
    await live(lives, { clock, until: now, settled: academy.settled })
  } finally {
    await academy.close()
  }
}
