import { Notice } from '../../../ui/notice.tsx'
import { counted } from '../../counted.ts'
import css from './trouble.module.css'
import type { Editor } from './use-editor.ts'

/** Beside the button: why it did not work, and how much is left to mend. */
export function Trouble({ editor: { failure, problems } }: { editor: Editor }) {
  return (
    <div className={css.trouble}>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <p role="status">{problems > 0 && `${counted(problems, 'problem')} left to mend.`}</p>
    </div>
  )
}
