import type { PresentedQuestion } from '#contract/attempts.ts'
import { CodeText } from '../../ui/code-text.tsx'
import css from './options.module.css'

type OptionsProps = {
  readonly name: string
  readonly options: PresentedQuestion['options']
  readonly chosen: number | null
  readonly onChoose: (option: number) => void
}

export function Options({ name, options, chosen, onChoose }: OptionsProps) {
  return (
    <div role="radiogroup" aria-label="Options" className={css.options}>
      {options.map(({ text, fileUrl }, index) => (
        <label key={text} className={css.option}>
          <input
            type="radio"
            name={name}
            value={index}
            checked={chosen === index}
            onChange={() => onChoose(index)}
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
