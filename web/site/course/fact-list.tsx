import {
  IconCalendarWeek,
  IconClipboardCheck,
  IconClock,
  IconHourglass,
  IconLanguage,
  IconMapPin,
  IconUserCheck,
} from '@tabler/icons-react'
import { site } from '#site'
import { MoneyIcon } from '../../ui/money-icon.tsx'
import { SampleLabel } from '../sample-label.tsx'
import { listCourseFacts, type NamedFact } from './course-facts.ts'
import css from './fact-list.module.css'

const facts: Readonly<Record<keyof ReturnType<typeof listCourseFacts>, NamedFact>> =
  listCourseFacts(site.course)

const rows = [
  { Icon: IconHourglass, fact: facts.length },
  { Icon: IconClock, fact: facts.hours },
  { Icon: IconCalendarWeek, fact: facts.schedule },
  { Icon: IconMapPin, fact: facts.place },
  { Icon: IconLanguage, fact: facts.language },
  { Icon: IconUserCheck, fact: facts.prerequisites },
  { Icon: MoneyIcon, fact: facts.fees },
  { Icon: IconClipboardCheck, fact: facts.tests },
] as const

const sampleNames = Object.values(facts)
  .filter(({ isSample }) => isSample)
  .map(({ name }) => name)
  .join(', ')

export function FactList() {
  return (
    <>
      <dl className={css.facts}>
        {rows.map(({ Icon, fact }) => (
          <div key={fact.name}>
            <dt>
              <Icon size={20} stroke={1.75} aria-hidden="true" />
              {fact.name}
            </dt>
            <dd>
              {fact.value}
              {fact.detail && <small>{fact.detail}</small>}
            </dd>
          </div>
        ))}
      </dl>
      <SampleLabel part={{ isSample: sampleNames !== '' }} of={sampleNames} />
    </>
  )
}
