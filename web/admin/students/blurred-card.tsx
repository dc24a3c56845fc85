import css from './blurred-card.module.css'

/** Stands for an image that is not there yet: nothing of the real one is drawn. */
export function BlurredCard() {
  return (
    <svg viewBox="0 0 112 72" className={css.card} aria-hidden="true">
      <rect width="112" height="72" className={css.paper} />
      <rect width="112" height="9" className={css.top} />
      <rect y="63" width="112" height="9" className={css.bottom} />
      <rect x="8" y="17" width="28" height="34" rx="3" className={css.ink} />
      <path d="M43 21h48M43 31h34M43 39h26M30 56h52" className={css.lines} />
    </svg>
  )
}
