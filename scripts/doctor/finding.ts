export type Finding = {
  /** For programs; never changes. */
  readonly id: string
  /** A `mend` costs answers, secrets or students' time sooner or later. */
  readonly level: 'mend' | 'advice'
  /** The problem, in one sentence. */
  readonly is: string
  /** The remedy, in one sentence. */
  readonly remedy: string
}

export function mend(id: string, is: string, remedy: string): Finding {
  return { id, level: 'mend', is, remedy }
}

export function advise(id: string, is: string, remedy: string): Finding {
  return { id, level: 'advice', is, remedy }
}

/** The findings, and in sentences what could not be checked. */
export type Examination = {
  /** Which database the settings name: `SQLite in ./data`. */
  readonly database: string
  readonly findings: readonly Finding[]
  readonly unseen: readonly string[]
}

/** 0: nothing must be mended; 1: something must; 2: it could not look at everything. */
export function toExitCode({ findings, unseen }: Omit<Examination, 'database'>): 0 | 1 | 2 {
  if (unseen.length > 0) return 2
  return findings.some(({ level }) => level === 'mend') ? 1 : 0
}

/** Plain text, what must be mended first. */
export function formatExamination({ database, findings, unseen }: Examination): string {
  const list = (level: Finding['level'], title: string) =>
    findings
      .filter((finding) => finding.level === level)
      .map(({ is, remedy }) => `${title}  ${is}\n        ${remedy}`)
  const mends = list('mend', 'MEND  ')
  const advices = list('advice', 'advice')
  const count = (all: readonly string[], one: string, many: string) =>
    `${all.length} ${all.length === 1 ? one : many}`
  const summary =
    mends.length > 0 ? `${count(mends, 'thing', 'things')} to mend` : 'Nothing must be mended'
  return [
    `Database: ${database}.`,
    ...unseen.map((sentence) => `UNSEEN  ${sentence}`),
    ...mends,
    ...advices,
    `${summary}, ${count(advices, 'piece', 'pieces')} of advice.`,
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
