import css from './loading-page.module.css'
import { Logo } from './logo.tsx'

/** Before the first screen of the app is there: the bar it will have, and words after 200 ms. */
export function LoadingPage() {
  return (
    <div className={css.page}>
      <div className={css.bar}>
        <Logo />
      </div>
      <p role="status" className={css.words}>
        Loading…
      </p>
    </div>
  )
}
