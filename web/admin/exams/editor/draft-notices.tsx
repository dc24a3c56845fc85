import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { formatInstant } from '../../../ui/format-time.ts'
import { Notice } from '../../../ui/notice.tsx'
import css from './draft-notices.module.css'
import type { StoredDraft } from './stored-draft.ts'

type RestoredDraftNoticeProps = { readonly stored: StoredDraft }

export function RestoredDraftNotice({
  stored: { savedAt, lostPictures },
}: RestoredDraftNoticeProps) {
  const questions = lostPictures.length === 1 ? 'question' : 'questions'
  return (
    <Notice>
      Your draft of {formatInstant(savedAt)} is back.
      {lostPictures.length > 0 &&
        ` Images are not kept in a draft: please add those of ${questions} ${lostPictures.join(', ')} again.`}
    </Notice>
  )
}

export function DiscardDraft({ onDiscard }: { onDiscard: () => void }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <div className={css.discard}>
      <Button tone="quiet" wide onClick={() => setAsking(true)}>
        Discard draft
      </Button>
      <ConfirmDialog
        opened={isAsking}
        question="Discard this draft?"
        action="Discard draft"
        onConfirm={async () => onDiscard()}
        onClose={() => setAsking(false)}
      >
        What you typed here is lost, and you start with an empty test.
      </ConfirmDialog>
    </div>
  )
}
