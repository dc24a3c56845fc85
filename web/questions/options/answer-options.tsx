import type { PresentedQuestion } from '#contract/questions/kinds.ts'
import { CodeText } from '../../ui/code-text.tsx'
import css from './answer-options.module.css'

type AnswerOptionsProps = {
  readonly name: string
  readonly options: PresentedQuestion['options']
  readonly isChosen: (option: number) => boolean
  readonly onPress: (option: number) => void
}

export function AnswerOptions({ name, options, isChosen, onPress }: AnswerOptionsProps) {
  return (
    <div role="radiogroup" aria-label="Options" className={css.options}>
      {options.map(({ text, fileUrl }, index) => (
        <label key={text} className={css.option}>
          <input
            type="radio"
            name={name}
            value={index}
            checked={isChosen(index)}
            onChange={() => onPress(index)}
          />
          <span className={css.key}>{String.fromCharCode(65 + index)}</span>
          <span className={css.text}>
            <CodeText text={text} />
            {fileUrl && <img src={fileUrl} alt="" />}
          </span>
        </label>
      ))}
    </div>
  )
}
