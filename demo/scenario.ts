import type { Calendar } from './calendar.ts'
import type { DemoApp } from './create-demo-app.ts'
import type { DemoPaper } from './paper.ts'
import { gitAndDeployment, nodeAndExpress, sqlAndMongodb } from './papers/back-end.ts'
import { htmlAndCss, javascript, reactHooks } from './papers/front-end.ts'
import type { Pictures } from './pictures/draw-pictures.ts'
import type { Random } from './random.ts'

export const papers = {
  html: htmlAndCss,
  javascript,
  react: reactHooks,
  node: nodeAndExpress,
  databases: sqlAndMongodb,
  git: gitAndDeployment,
} as const satisfies Record<string, DemoPaper>

export type ExamKey = keyof typeof papers

/** State that all actors share. */
export type Scenario = {
  readonly app: DemoApp
  readonly calendar: Calendar
  readonly random: Random
  readonly pictures: Pictures
  /** Filled when the admin creates them. */
  readonly examIds: Map<ExamKey, string>
}

export function examIdOf({ examIds }: Scenario, exam: ExamKey): string {
  const id = examIds.get(exam)
  if (!id) throw new Error(`The test ${exam} is not written yet`)
  return id
}
