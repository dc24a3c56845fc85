import type { Calendar } from './calendar.ts'
import type { Dice } from './dice.ts'
import type { Academy } from './open-academy.ts'
import type { DemoPaper } from './paper.ts'
import { gitAndDeployment } from './papers/git-and-deployment.ts'
import { htmlAndCss } from './papers/html-and-css.ts'
import { javascript } from './papers/javascript.ts'
import { nodeAndExpress } from './papers/node-and-express.ts'
import { reactHooks } from './papers/react-hooks.ts'
import { sqlAndMongodb } from './papers/sql-and-mongodb.ts'
import type { Pictures } from './pictures/all.ts'

export const papers = {
  html: htmlAndCss,
  javascript,
  react: reactHooks,
  node: nodeAndExpress,
  databases: sqlAndMongodb,
  git: gitAndDeployment,
} as const satisfies Record<string, DemoPaper>

export type TestKey = keyof typeof papers

/** What all who live in it share. */
export type Story = {
  readonly academy: Academy
  readonly calendar: Calendar
  readonly dice: Dice
  readonly pictures: Pictures
  /** Filled as the admin writes them. */
  readonly testIds: Map<TestKey, string>
}

export function testIdOf({ testIds }: Story, test: TestKey): string {
  const id = testIds.get(test)
  if (!id) throw new Error(`The test ${test} is not written yet`)
  return id
}
