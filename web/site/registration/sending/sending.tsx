import { Button } from '../../../kit/button.tsx'
import { Stack } from '../../../kit/stack.tsx'
import css from './sending.module.css'
import type { SendingState } from './use-sending.ts'

type SendingProps = { readonly sending: SendingState; readonly onCancel: () => void }

const troubles = {
  lost: 'The connection was lost. We try again by ourselves.',
  busy: 'The server has much to do. We try again by ourselves.',
  offline: 'You are offline. It is sent as soon as you are online again: keep this page open.',
} as const

/** Over the form while it is sent: the stack is built layer by layer. */
export function Sending({ sending, onCancel }: SendingProps) {
  const { attempt, share, trouble } = sending
  const isOnItsWay = share !== null && share > 0 && share < 1
  return (
    <div className={css.veil}>
      <div className={css.box}>
        <div aria-hidden="true">
          <Stack className={css.stack} />
        </div>
        <p role="status">
          {trouble ? `Still sending… (try ${attempt})` : 'Sending your registration…'}
          {trouble && <span>{troubles[trouble]}</span>}
        </p>
        <progress
          className={css.share}
          data-shown={isOnItsWay || undefined}
          aria-label="Sent"
          max={1}
          value={share ?? 0}
        />
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  )
}
