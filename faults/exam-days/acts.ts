import type { Acts } from './acts/act.ts'
import { inverseActs } from './acts/inverses.ts'
import { invigilatorActs } from './acts/invigilators.ts'
import { machineActs } from './acts/machine.ts'
import { officeActs } from './acts/office.ts'
import { resultActs } from './acts/results.ts'
import { strangerActs } from './acts/strangers.ts'
import { studentActs } from './acts/students.ts'
import { windowActs } from './acts/windows.ts'

/** All that may happen in an exam day, by its name. */
export const acts: Acts = {
  ...studentActs,
  ...invigilatorActs,
  ...windowActs,
  ...resultActs,
  ...officeActs,
  ...inverseActs,
  ...strangerActs,
  ...machineActs,
}
