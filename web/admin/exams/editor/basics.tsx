import { Card } from '../../../ui/card.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import css from './basics.module.css'
import type { Editor } from './use-editor.ts'

type BasicsProps = Pick<Editor, 'draft' | 'change' | 'basics' | 'markTouched'> & {
  readonly readOnly: boolean
}

export function Basics({ draft, change, basics, markTouched, readOnly }: BasicsProps) {
  return (
    <Card padded className={css.basics}>
      <TextField
        id="title"
        label="Title"
        autoComplete="off"
        value={draft.title}
        error={basics.title}
        readOnly={readOnly}
        onChange={({ target }) => change.basics({ title: target.value })}
        onBlur={() => draft.title && markTouched('title')}
      />
      <TextField
        id="duration"
        label="Duration (mins)"
        inputMode="numeric"
        autoComplete="off"
        value={draft.duration}
        error={basics.duration}
        readOnly={readOnly}
        onChange={({ target }) => change.basics({ duration: target.value })}
        onBlur={() => markTouched('duration')}
      />
    </Card>
  )
}
