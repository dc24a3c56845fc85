import { useIsOnline } from '../../client/use-is-online.ts'
import { useSecondsLeft } from '../../client/use-seconds-left.ts'
import css from './strip.module.css'
import { type StripFacts, stripLine } from './strip-line.ts'

type StripProps = Pick<StripFacts, 'ending' | 'queue' | 'told' | 'isOpenElsewhere'> & {
  readonly endsAt: string
  readonly onRetry: () => void
}

const redBelow = 300

/** At most one line, in a place of its own: it never moves the options. */
export function Strip({ endsAt, onRetry, ...facts }: StripProps) {
  const isLow = useSecondsLeft(endsAt) <= redBelow
  const isOnline = useIsOnline()
  const line = stripLine({ ...facts, isLow, isOnline })
  return (
    <div role="status" className={css.place}>
      {line && (
        <div className={css.strip} data-tone={line.tone}>
          <line.Icon size={20} stroke={1.75} aria-hidden="true" />
          <span>
            {line.title && <b>{line.title} </b>}
            {line.text}
            {line.canRetry && (
              <>
                {' '}
                <button type="button" onClick={onRetry}>
                  Try again
                </button>
              </>
            )}
          </span>
        </div>
      )}
    </div>
  )
}
