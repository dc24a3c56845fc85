import { directions, hours } from '#institute/visiting.ts'
import css from './visiting-note.module.css'

/** Below the address. */
export function VisitingNote() {
  return (
    <>
      {hours.map(({ days, time }) => (
        <span key={days}>{`${days}: ${time}`}</span>
      ))}
      {directions && (
        <a href={directions} rel="noopener" className={css.directions}>
          Show the way on a map
        </a>
      )}
    </>
  )
}
