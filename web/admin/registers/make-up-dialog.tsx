import { pluralize } from '#contract/format.ts'
import type { Register, RegisteredStudent } from '#contract/registers.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { MakeUpForm } from '../exam-windows/make-up-form.tsx'
import { nameStudents } from './name-students.ts'

type MakeUpDialogProps = {
  readonly window: Register['window']
  /** Null while the dialog is closed. */
  readonly students: readonly RegisteredStudent[] | null
  readonly onDone: () => void
  readonly onClose: () => void
}

/** One more window for those who were absent; this register stays as it is. */
export function MakeUpDialog({ window, students, onDone, onClose }: MakeUpDialogProps) {
  if (!students) return null
  return (
    <FormDialog
      opened
      width={440}
      onClose={onClose}
      title={`Make-up window for ${pluralize(students.length, 'student')}`}
    >
      <p dir="auto">{nameStudents(students)}</p>
      <MakeUpForm
        testId={window.testId}
        isReleased={window.released}
        studentIds={students.map(({ _id }) => _id)}
        count={students.length}
        onDone={onDone}
      />
    </FormDialog>
  )
}
