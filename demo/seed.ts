import { createFirstAdmin } from '#server/accounts/create-first-admin.ts'
import { createAdminActor } from './admin-actor.ts'
import { createCalendar } from './calendar.ts'
import { createDemoApp, type DemoConfig } from './create-demo-app.ts'
import { adminEmail, demoPassword } from './logins.ts'
import { drawPictures } from './pictures/draw-pictures.ts'
import { planAttempts } from './plan-attempts.ts'
import { createRandom } from './random.ts'
import type { Scenario } from './scenario.ts'
import { runActors } from './scheduler.ts'
import { createStudentActor } from './student-actor.ts'
import { createDemoStudents } from './students.ts'
import { createVisitorActor } from './visitor-actor.ts'

/** Two weeks of an institute, lived through the product's own calls and ending `now`. */
export async function seedDemo(config: DemoConfig, now: number): Promise<void> {
  const pictures = await drawPictures()
  const calendar = createCalendar(now)
  const clock = { at: calendar.at(14, '08:00') }
  const app = await createDemoApp(config, clock)
  try {
    const login = { ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: demoPassword }
    await createFirstAdmin(app.deps, login)
    const scenario: Scenario = {
      app,
      calendar,
      pictures,
      random: createRandom(1),
      examIds: new Map(),
    }
    const students = createDemoStudents(calendar)
    const attemptsOf = planAttempts(calendar, students)
    const actors = [
      createAdminActor(scenario, students),
      createVisitorActor(scenario),
      ...students.map((student) => createStudentActor(scenario, student, attemptsOf(student.name))),
    ]
    await runActors(actors, { clock, until: now, flush: app.flushMail })
  } finally {
    await app.close()
  }
}
