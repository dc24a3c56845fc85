import css from './offer-tabs.module.css'

const upcoming = ['Backend', 'Full Stack'] as const

/** One of the three is open yet; why the others are not stands below, without pointing or a script. */
export function OfferTabs({ panel }: { panel: string }) {
  const note = `${panel}-note`
  return (
    <div className={css.offer}>
      <div role="tablist" aria-labelledby="offer" className={css.tabs}>
        <button
          type="button"
          role="tab"
          id={`${panel}-tab`}
          aria-selected="true"
          aria-controls={panel}
          className={css.tab}
        >
          Frontend
        </button>
        {upcoming.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected="false"
            aria-disabled="true"
            aria-describedby={note}
            className={css.tab}
          >
            {name}
          </button>
        ))}
      </div>
      <p id={note} className={css.note}>
        Backend and Full Stack are not open yet. Send an enquiry to hear when they are.
      </p>
    </div>
  )
}
