import { StackIllustration } from '../../../illustrations/stack-illustration.tsx'
import { Button } from '../../../ui/button.tsx'
import css from './sending-overlay.module.css'
import type { SendingState } from './use-send-registration.ts'

type SendingOverlayProps = { readonly sending: SendingState; readonly onCancel: () => void }

const failureMessages = {
  lost: 'The connection was lost. We are trying again.',
  busy: 'The server is busy. We are trying again.',
  offline: 'You are offline. It is sent as soon as you are online again: keep this page open.',
} as const

/** Covers the form while it is sent; the illustration builds the stack layer by layer. */
export function SendingOverlay({ sending, onCancel }: SendingOverlayProps) {
  const { attempt, share, failure } = sending
  const isUploading = share !== null && share > 0 && share < 1
  return (
    <div className={css.backdrop}>
      <div className={css.box}>
        <div aria-hidden="true">
          <StackIllustration className={css.stack} />
        </div>
        <p role="status">
          {failure ? `Still sending… (try ${attempt})` : 'Sending your registration…'}
          {failure && <span>{failureMessages[failure]}</span>}
        </p>
        <progress
          className={css.share}
          data-shown={isUploading || undefined}
          aria-label="Sent"
          max={1}
          value={share ?? 0}
        />
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  )
}
