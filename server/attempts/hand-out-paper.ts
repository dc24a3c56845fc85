import { isRefusal } from '#core/refusal.ts'
import type { Deps } from '../deps.ts'
import type { ContactLog } from '../presence/contact-log.ts'
import { type Caller, type PlaceLog, recordPlace } from '../presence/place-log.ts'
import { getLiveFields } from './attempt-messages.ts'
import { getQuestions } from './get-questions.ts'
import { recordNoticed } from './record-noticed.ts'
import { serializePaper } from './serialize.ts'

type HandOutDeps = Deps & { readonly places: PlaceLog; readonly contacts: ContactLog }

/** The paper of the running attempt, to a page that opens it or has been loaded again. */
export async function handOutPaper(
  deps: HandOutDeps,
  { studentId, examId, caller }: { studentId: string; examId: string; caller: Caller },
) {
  const { db, places, contacts } = deps
  const running = await getQuestions(deps, { studentId, examId })
  if (isRefusal(running)) return running
  const { attempt, at } = running
  await recordPlace(deps, places, { attemptId: attempt.id, caller, at })
  contacts.openPaper(attempt, caller, at)
  await recordNoticed(deps, contacts, attempt.id)
  return { ...serializePaper(running), ...(await getLiveFields(db.read, attempt)) }
}
