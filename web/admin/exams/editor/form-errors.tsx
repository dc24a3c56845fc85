import { pluralize } from '#core/text/pluralize.ts'
import { Notice } from '../../../ui/notice.tsx'
import css from './form-errors.module.css'
import type { Editor } from './use-editor.ts'

/** Beside the button: why it did not work, and how much is left to mend. */
export function FormErrors({ editor: { failure, problems } }: { editor: Editor }) {
  return (
    <div className={css.errors}>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <p role="status">{problems > 0 && `${pluralize(problems, 'problem')} left to mend.`}</p>
    </div>
  )
}
