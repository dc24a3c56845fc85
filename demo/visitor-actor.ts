import { enquiryCourses, sendEnquiry } from '#contract/enquiries.ts'
import { expectOk } from './expect-ok.ts'
import { createRandom } from './random.ts'
import type { Scenario } from './scenario.ts'
import type { Actor } from './scheduler.ts'
import { createPhone, toEmail } from './students.ts'

const enquirers = [
  { name: 'Sanjay Wagh', daysAgo: 12, time: '11:20' },
  { name: 'Mary Kutty', daysAgo: 9, time: '20:05' },
  { name: 'Yogesh Shinde', daysAgo: 6, time: '13:40' },
  { name: 'Bhavna Trivedi', daysAgo: 4, time: '09:55' },
  { name: 'Rakesh Oraon', daysAgo: 2, time: '17:12' },
  { name: 'Lakshmi Priya', daysAgo: 1, time: '08:30' },
  { name: 'Danish Ali', daysAgo: 1, time: '18:47' },
] as const

export async function* createVisitorActor({ app, calendar }: Scenario): Actor {
  const random = createRandom(7)
  for (const { name, daysAgo, time } of enquirers) {
    yield calendar.at(daysAgo, time)
    const course = random.pick(enquiryCourses)
    const body = { name, email: toEmail(name), contact: createPhone(random), course }
    await expectOk(app.createClient().request(sendEnquiry, { body }))
  }
}
