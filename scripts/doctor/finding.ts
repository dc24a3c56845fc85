import { pluralize } from '#contract/format.ts'

export type Finding = {
  /** For programs; never changes. */
  readonly id: string
  /** An `error` costs answers, secrets or students' time sooner or later; a `warning` may be left. */
  readonly level: 'error' | 'warning'
  /** In one sentence. */
  readonly problem: string
  /** In one sentence. */
  readonly remedy: string
}

/** One row in a table of checks: a claim that should be false, and what is said where it is true. */
export type Check<Facts> = {
  readonly id: string
  readonly level: Finding['level'] | ((facts: Facts) => Finding['level'])
  readonly hasProblem: (facts: Facts) => boolean
  readonly problem: string | ((facts: Facts) => string)
  readonly remedy: string | ((facts: Facts) => string)
}

export function runChecks<Facts>(checks: readonly Check<Facts>[], facts: Facts): Finding[] {
  const resolve = <Value extends string>(value: Value | ((facts: Facts) => Value)) =>
    typeof value === 'function' ? value(facts) : value
  return checks
    .filter(({ hasProblem }) => hasProblem(facts))
    .map(({ id, level, problem, remedy }) => ({
      id,
      level: resolve(level),
      problem: resolve(problem),
      remedy: resolve(remedy),
    }))
}

/** The findings, and in sentences what could not be checked. */
export type Examination = {
  /** Which database the settings name: `SQLite in ./data`. */
  readonly database: string
  readonly findings: readonly Finding[]
  readonly unchecked: readonly string[]
}

/** 0: no errors; 1: errors; 2: something could not be checked. */
export function toExitCode({ findings, unchecked }: Omit<Examination, 'database'>): 0 | 1 | 2 {
  if (unchecked.length > 0) return 2
  return findings.some(({ level }) => level === 'error') ? 1 : 0
}

/** Plain text, errors before warnings. */
export function formatExamination({ database, findings, unchecked }: Examination): string {
  const list = (level: Finding['level'], title: string) =>
    findings
      .filter((finding) => finding.level === level)
      .map(({ problem, remedy }) => `${title}  ${problem}\n${' '.repeat(13)}${remedy}`)
  const errors = list('error', 'ERROR      ')
  const warnings = list('warning', 'warning    ')
  return [
    `Database: ${database}.`,
    ...unchecked.map((sentence) => `NOT CHECKED  ${sentence}`),
    ...errors,
    ...warnings,
    `${pluralize(errors.length, 'error')}, ${pluralize(warnings.length, 'warning')}.`,
  ].join('\n')
}

const shortestSecret = 4

/** Errors of other programs may repeat what they were given. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= shortestSecret)
    .reduce((hidden, secret) => hidden.replaceAll(secret, '…'), text)
}

/** For sentences: "40 minutes", "3 hours", "5 days". */
export function describeAge(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  if (minutes < 90) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`
}
