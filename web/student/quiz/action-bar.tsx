import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import css from './action-bar.module.css'

type ActionBarProps = {
  readonly isLast: boolean
  readonly isBusy: boolean
  readonly optionCount: number | undefined
  readonly hasLetterKeys: boolean
  readonly onLetterKeys: (isOn: boolean) => void
}

export function ActionBar(props: ActionBarProps) {
  const { isLast, isBusy, optionCount = 4, hasLetterKeys, onLetterKeys } = props
  return (
    <footer className={css.bar}>
      <div className={css.row}>
        <div className={css.help}>
          <p>
            {hasLetterKeys ? (
              <>
                Press <kbd>A</kbd> to <kbd>{String.fromCharCode(64 + optionCount)}</kbd> to choose,{' '}
                <kbd>Enter</kbd> to submit.{' '}
              </>
            ) : (
              <>
                Press <kbd>Enter</kbd> to submit.{' '}
              </>
            )}
            Answers are final.
          </p>
          <Checkbox
            kind="switch"
            checked={hasLetterKeys}
            onChange={(event) => onLetterKeys(event.target.checked)}
          >
            Letter keys
          </Checkbox>
        </div>
        <Button type="submit" tone="primary" size="hero" busy={isBusy}>
          {isLast ? 'Finish Quiz' : 'Submit Answer'}
        </Button>
      </div>
    </footer>
  )
}
