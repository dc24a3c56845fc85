import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { createExam, listExams } from '#contract/exams.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { invalidateEndpoints } from '../../client/endpoint-query.ts'
import { createIdempotencyKey } from '../../client/idempotency-key.ts'
import { RefusalError } from '../../client/request.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { UnsavedChangesGuard } from '../../layout/unsaved-changes.tsx'
import { Button } from '../../ui/button.tsx'
import { formatTime } from '../../ui/format-time.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { showToast } from '../../ui/toast.tsx'
import css from './create-exam-screen.module.css'
import { DiscardDraft, RestoredDraftNotice } from './editor/draft-notices.tsx'
import { EditorForm } from './editor/editor-form.tsx'
import { createEmptyDraft, toFormData } from './editor/exam-draft.ts'
import { PreviewButton } from './editor/exam-preview.tsx'
import { FormErrors, Outline } from './editor/outline.tsx'
import { SavingProgress, useSaving } from './editor/saving-progress.tsx'
import {
  isWorthKeeping,
  newExamSlot,
  readStoredDraft,
  removeStoredDraft,
  useStoredDraft,
} from './editor/stored-draft.ts'
import { useEditor } from './editor/use-editor.ts'
import { ExportButton, ImportButton } from './question-import/import-export-buttons.tsx'

export const meta = createTitleMeta('Create Test')

export default function CreateExamScreen() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [restored, setRestored] = useState(() => readStoredDraft(newExamSlot))
  const [idempotencyKey, setIdempotencyKey] = useState(
    () => restored?.idempotencyKey ?? createIdempotencyKey(),
  )
  const saving = useSaving()
  const createMutation = useMutation({
    mutationFn: (body: FormData) => saving.send(createExam, { body, idempotencyKey }),
  })
  const editor = useEditor({
    start: () => restored?.draft ?? createEmptyDraft(),
    failureMessage: 'Error creating test',
    send: async (draft) => {
      const { message } = await createMutation
        .mutateAsync(toFormData(draft))
        .catch(renewIdempotencyKey)
      removeStoredDraft(newExamSlot)
      await invalidateEndpoints(client, listExams)
      await navigate(pagePaths.adminHome)
      showToast(message)
    },
  })
  // The notice names the earlier exam: pressed again, the draft becomes another one.
  const renewIdempotencyKey = (error: unknown) => {
    if (error instanceof RefusalError && error.code === 'test-sent-before') {
      setIdempotencyKey(createIdempotencyKey())
    }
    throw error
  }
  const { draft } = editor
  const isDraftWorthKeeping = !createMutation.isSuccess && isWorthKeeping(draft)
  const stored = useStoredDraft(newExamSlot, isDraftWorthKeeping ? draft : null, { idempotencyKey })

  const handleDiscard = () => {
    removeStoredDraft(newExamSlot)
    setRestored(null)
    setIdempotencyKey(createIdempotencyKey())
    editor.load(createEmptyDraft())
  }

  return (
    <>
      <PageHeading
        title="Create Test"
        crumbs={[{ to: pagePaths.adminHome, name: 'Tests' }]}
        actions={
          <>
            <ImportButton editor={editor} />
            <PreviewButton draft={draft} />
            <ExportButton draft={draft} />
          </>
        }
      />
      {restored && (
        <div className={css.notice}>
          <RestoredDraftNotice stored={restored} />
        </div>
      )}
      <EditorForm
        editor={editor}
        outline={
          <Outline
            draft={draft}
            onMove={editor.change.move}
            facts={{
              Questions: draft.questions.length,
              Duration: `${draft.duration} mins`,
              Draft: stored ? (
                <span className={css.saved}>Saved {formatTime(stored.savedAt)}</span>
              ) : (
                'Nothing to save yet'
              ),
            }}
          >
            <FormErrors editor={editor} />
            <Button type="submit" tone="primary" wide busy={editor.isBusy}>
              Create Test
            </Button>
            <SavingProgress saving={saving} />
            {isDraftWorthKeeping && !editor.isBusy && <DiscardDraft onDiscard={handleDiscard} />}
          </Outline>
        }
      />
      <UnsavedChangesGuard hasUnsavedChanges={saving.share !== null} isStoredAsDraft>
        The test is still being saved, and may not arrive if you leave now. What you typed waits
        here as a draft until you close this tab, but images are not kept in it.
      </UnsavedChangesGuard>
    </>
  )
}
