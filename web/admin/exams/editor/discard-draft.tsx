import { useState } from 'react'
import { Button } from '../../../kit/button.tsx'
import { Confirm } from '../../../kit/confirm.tsx'
import css from './discard-draft.module.css'

export function DiscardDraft({ onDiscard }: { onDiscard: () => void }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <div className={css.discard}>
      <Button tone="quiet" wide onClick={() => setAsking(true)}>
        Discard draft
      </Button>
      <Confirm
        opened={isAsking}
        question="Discard this draft?"
        action="Discard draft"
        onConfirm={async () => onDiscard()}
        onClose={() => setAsking(false)}
      >
        What you typed here is lost, and you start with an empty test.
      </Confirm>
    </div>
  )
}
