import { IconFileExport, IconFileImport } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { pluralize } from '#contract/format.ts'
import { createLazyModule, type LazyModule, LazyPart } from '../../../client/lazy-module.ts'
import { isBlank } from '../../../questions/kind-editors.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import type { ExamDraft } from '../editor/exam-draft.ts'
import type { Editor } from '../editor/use-editor.ts'

const importDialog = createLazyModule(() => import('./import-dialog.tsx'))
const exportDialog = createLazyModule(() => import('./export-dialog.tsx'))

export function ImportButton({ editor: { draft, change } }: { readonly editor: Editor }) {
  return (
    <DialogButton icon={<IconFileImport aria-hidden="true" />} name="Import" part={importDialog}>
      {({ ImportDialog }, onClose) => (
        <ImportDialog
          existingCount={draft.questions.filter((question) => !isBlank(question)).length}
          onImport={(questions) => {
            change.append(questions)
            showToast(`${pluralize(questions.length, 'question')} added, not saved yet`)
          }}
          onClose={onClose}
        />
      )}
    </DialogButton>
  )
}

export function ExportButton({ draft }: { readonly draft: ExamDraft }) {
  const questions = draft.questions.filter((question) => !isBlank(question))
  if (questions.length === 0) return null
  return (
    <DialogButton icon={<IconFileExport aria-hidden="true" />} name="Export" part={exportDialog}>
      {({ ExportDialog }, onClose) => (
        <ExportDialog title={draft.title} questions={questions} onClose={onClose} />
      )}
    </DialogButton>
  )
}

type DialogButtonProps<Module> = {
  readonly icon: ReactNode
  readonly name: string
  readonly part: LazyModule<Module>
  readonly children: (module: Module, onClose: () => void) => ReactNode
}

/** The dialog comes with the readers and writers of all formats, and only when it is asked for. */
function DialogButton<Module>({ icon, name, part, children }: DialogButtonProps<Module>) {
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)

  const handleOpen = async () => {
    setBusy(true)
    await part.preload()
    setBusy(false)
    if (part.get().module) setOpen(true)
    else showToast(`${name} could not be opened. Check your connection and try again.`, 'bad')
  }
  return (
    <>
      <Button icon={icon} busy={isBusy} onClick={handleOpen}>
        {name}
      </Button>
      {isOpen && (
        <LazyPart part={part}>{(module) => children(module, () => setOpen(false))}</LazyPart>
      )}
    </>
  )
}
