import { enquiryCourses, sendEnquiry } from '#contract/enquiries.ts'
import { createFirstAdmin } from '#server/accounts/create-first-admin.ts'
import { createAdminActor } from './admin-actor.ts'
import { type Actor, createCalendar, runActors } from './calendar.ts'
import { createDemoApp, type DemoConfig, expectOk } from './create-demo-app.ts'
import { adminEmail, demoPassword } from './logins.ts'
import { drawPictures } from './pictures/draw-pictures.ts'
import { planAttempts } from './plan-attempts.ts'
import { createRandom } from './random.ts'
import type { Scenario } from './scenario.ts'
import { createStudentActor } from './student-actor.ts'
import { createDemoStudents, createPhone, toEmail } from './students.ts'

/** Simulates two weeks of an institute through the product's own calls, ending `now`. */
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

const enquirers = [
  { name: 'Sanjay Wagh', daysAgo: 12, time: '11:20' },
  { name: 'Mary Kutty', daysAgo: 9, time: '20:05' },
  { name: 'Yogesh Shinde', daysAgo: 6, time: '13:40' },
  { name: 'Bhavna Trivedi', daysAgo: 4, time: '09:55' },
  { name: 'Rakesh Oraon', daysAgo: 2, time: '17:12' },
  { name: 'Lakshmi Priya', daysAgo: 1, time: '08:30' },
  { name: 'Danish Ali', daysAgo: 1, time: '18:47' },
] as const

async function* createVisitorActor({ app, calendar }: Scenario): Actor {
  const random = createRandom(7)
  for (const { name, daysAgo, time } of enquirers) {
    yield calendar.at(daysAgo, time)
    const course = random.pick(enquiryCourses)
    const body = { name, email: toEmail(name), contact: createPhone(random), course }
    await expectOk(app.createClient().request(sendEnquiry, { body }))
  }
}
