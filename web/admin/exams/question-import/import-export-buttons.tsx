import { IconFileExport, IconFileImport } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { pluralize } from '#core/text.ts'
import { isBlank } from '../../../questions/options/question-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import type { ExamDraft } from '../editor/exam-draft.ts'
import type { Editor } from '../editor/use-editor.ts'
import type { ExportDialogProps } from './export-dialog.tsx'
import type { ImportDialogProps } from './import-dialog.tsx'

export function ImportButton({ editor: { draft, change } }: { readonly editor: Editor }) {
  return (
    <DialogButton<ImportDialogProps>
      icon={<IconFileImport aria-hidden="true" />}
      name="Import"
      load={async () => (await import('./import-dialog.tsx')).ImportDialog}
      createDialogProps={(onClose) => ({
        existingCount: draft.questions.filter((question) => !isBlank(question)).length,
        onImport: (questions) => {
          change.append(questions)
          showToast(`${pluralize(questions.length, 'question')} added, not saved yet`)
        },
        onClose,
      })}
    />
  )
}

export function ExportButton({ draft }: { readonly draft: ExamDraft }) {
  const questions = draft.questions.filter((question) => !isBlank(question))
  if (questions.length === 0) return null
  return (
    <DialogButton<ExportDialogProps>
      icon={<IconFileExport aria-hidden="true" />}
      name="Export"
      load={async () => (await import('./export-dialog.tsx')).ExportDialog}
      createDialogProps={(onClose) => ({ title: draft.title, questions, onClose })}
    />
  )
}

type DialogButtonProps<DialogProps> = {
  readonly icon: ReactNode
  readonly name: string
  readonly load: () => Promise<ComponentType<DialogProps>>
  readonly createDialogProps: (onClose: () => void) => DialogProps
}

/** The dialog comes with the readers and writers of all formats, and only when it is asked for. */
function DialogButton<DialogProps extends object>(props: DialogButtonProps<DialogProps>) {
  const { icon, name, load, createDialogProps } = props
  const [loaded, setLoaded] = useState<{ Dialog: ComponentType<DialogProps> } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)

  const handleOpen = async () => {
    setBusy(true)
    try {
      setLoaded({ Dialog: await load() })
      setOpen(true)
    } catch {
      showToast(`${name} could not be opened. Check your connection and try again.`, 'bad')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button icon={icon} busy={isBusy} onClick={handleOpen}>
        {name}
      </Button>
      {loaded && isOpen && <loaded.Dialog {...createDialogProps(() => setOpen(false))} />}
    </>
  )
}
