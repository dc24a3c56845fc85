import { formatInstant } from '#contract/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { StoredDraft } from './stored-draft.ts'

export function RestoredDraftNotice({
  stored: { savedAt, lostPictures },
}: {
  stored: StoredDraft
}) {
  const questions = lostPictures.length === 1 ? 'question' : 'questions'
  return (
    <Notice>
      Your draft of {formatInstant(savedAt)} is back.
      {lostPictures.length > 0 &&
        ` Images are not kept in a draft: please add those of ${questions} ${lostPictures.join(', ')} again.`}
    </Notice>
  )
}
