import { enquiryCourses, sendEnquiry } from '#contract/enquiries.ts'
import type { Life } from './diary.ts'
import { openDice } from './dice.ts'
import { good } from './good.ts'
import type { Story } from './story.ts'
import { emailOf, phone } from './students.ts'

const askers = [
  { name: 'Sanjay Wagh', daysAgo: 12, time: '11:20' },
  { name: 'Mary Kutty', daysAgo: 9, time: '20:05' },
  { name: 'Yogesh Shinde', daysAgo: 6, time: '13:40' },
  { name: 'Bhavna Trivedi', daysAgo: 4, time: '09:55' },
  { name: 'Rakesh Oraon', daysAgo: 2, time: '17:12' },
  { name: 'Lakshmi Priya', daysAgo: 1, time: '08:30' },
  { name: 'Danish Ali', daysAgo: 1, time: '18:47' },
] as const

export async function* visitors({ academy, calendar }: Story): Life {
  const dice = openDice(7)
  for (const { name, daysAgo, time } of askers) {
    yield calendar.at(daysAgo, time)
    const course = dice.pick(enquiryCourses)
    const body = { name, email: emailOf(name), contact: phone(dice), course }
    await good(academy.guest().request(sendEnquiry, { body }))
  }
}
