import { Stack } from '../../kit/stack.tsx'
import css from './sending.module.css'

/** Over the form while it is sent: the stack is built layer by layer. */
export function Sending() {
  return (
    <div className={css.veil}>
      <div className={css.box} role="status">
        <div aria-hidden="true">
          <Stack className={css.stack} />
        </div>
        <p>Sending your registration…</p>
      </div>
    </div>
  )
}
