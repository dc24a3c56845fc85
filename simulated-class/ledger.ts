/** An answer that the server has acknowledged. */
export type LedgerEntry = {
  readonly attemptId: string
  readonly questionId: string
  readonly sequence: number
  readonly option: number
}

export type Acknowledgement = LedgerEntry & {
  /** By then the reply had come, in milliseconds of the machine's clock. */
  readonly atMs: number
}

export type Ledger = ReturnType<typeof createLedger>

/**
 * Answers that the server confirmed to students. Kept on the students' side, never read from the
 * database.
 */
export function createLedger() {
  const all: Acknowledgement[] = []
  const latest = new Map<string, Acknowledgement>()
  return {
    record(answer: LedgerEntry) {
      const acknowledgement = { ...answer, atMs: Date.now() + 1 }
      all.push(acknowledgement)
      latest.set(toKey(answer), acknowledgement)
    },
    /** In the order in which they came. */
    all: all as readonly Acknowledgement[],
    /** The newest to each question of each attempt. */
    latest: () => latest.values(),
  }
}

/** As a row of the database holds it. */
export type StoredAnswer = {
  readonly attempt_id: string
  readonly question_id: string
  readonly sequence: number
  readonly answer: string
}

/** Those that are not among the rows, neither as they were nor followed by a later one. */
export function listLostAnswers<Entry extends LedgerEntry>(
  rows: readonly StoredAnswer[],
  acknowledged: Iterable<Entry>,
): Entry[] {
  const found = new Map(
    rows.map((row) => [toKey({ attemptId: row.attempt_id, questionId: row.question_id }), row]),
  )
  return [...acknowledged].filter((one) => {
    const row = found.get(toKey(one))
    if (!row || row.sequence < one.sequence) return true
    return row.sequence === one.sequence && row.answer !== JSON.stringify({ option: one.option })
  })
}

export function toKey({
  attemptId,
  questionId,
}: Pick<LedgerEntry, 'attemptId' | 'questionId'>): string {
  return `${attemptId} ${questionId}`
}
