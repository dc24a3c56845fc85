import { Finding } from './finding.ts'

/** The texts of chosen options, sorted; null where an answer was cleared. */
export type Chosen = readonly string[] | null

type Sent = { readonly sequence: number; readonly chosen: Chosen }
/** Answers of one question in one attempt, as its student has them. */
type OwnAnswer = { acknowledged: Sent | null; readonly unsure: Sent[] }

/**
 * The answers that were acknowledged, and those of which a student cannot know: they came late, with
 * the end, or no reply arrived.
 */
export function createAnswerLedger() {
  const kept = new Map<string, Map<string, OwnAnswer>>()

  function open(attemptId: string, questionId: string): OwnAnswer {
    const questions = kept.get(attemptId) ?? new Map<string, OwnAnswer>()
    kept.set(attemptId, questions)
    const known = questions.get(questionId) ?? { acknowledged: null, unsure: [] }
    questions.set(questionId, known)
    return known
  }

  return {
    acknowledge(attemptId: string, questionId: string, sent: Sent) {
      const answer = open(attemptId, questionId)
      if (sent.sequence >= (answer.acknowledged?.sequence ?? -1)) answer.acknowledged = sent
    },
    noteUnsure(attemptId: string, questionId: string, sent: Sent) {
      open(attemptId, questionId).unsure.push(sent)
    },
    /** @throws a finding if the answer that is there is neither the acknowledged one nor a later one */
    compare(attemptId: string, questionId: string, found: Chosen) {
      const answer = kept.get(attemptId)?.get(questionId)
      const { acknowledged = null, unsure = [] } = answer ?? {}
      const later = unsure.filter(({ sequence }) => sequence > (acknowledged?.sequence ?? -1))
      const possible = [acknowledged?.chosen ?? null, ...later.map(({ chosen }) => chosen)]
      if (possible.some((chosen) => String(chosen) === String(found))) return
      const expected = JSON.stringify(possible)
      throw new Finding(
        `${questionId} of ${attemptId} is ${JSON.stringify(found)}, not ${expected}`,
      )
    },
  }
}
