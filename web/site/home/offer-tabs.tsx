import css from './offer-tabs.module.css'

const later = [
  {
    name: 'Backend',
    says: 'The Backend course is not open yet. Send an enquiry to hear when it is.',
  },
  {
    name: 'Full Stack',
    says: 'The Full Stack course is not open yet. Send an enquiry to hear when it is.',
  },
] as const

/** One of the three is open yet; the others say so when they are pointed at or reached by Tab. */
export function OfferTabs({ panel }: { panel: string }) {
  return (
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
      {later.map(({ name, says }) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected="false"
          aria-disabled="true"
          aria-description={says}
          data-says={says}
          className={css.tab}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
