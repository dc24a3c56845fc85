import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import css from './discard-draft.module.css'

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
