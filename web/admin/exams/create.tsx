import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { createExam, listExams } from '#contract/exams.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { invalidateEndpoints } from '../../client/endpoint-query.ts'
import { createIdempotencyKey } from '../../client/idempotency-key.ts'
import { RefusalError, request } from '../../client/request.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { formatTime } from '../../ui/format-time.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { showToast } from '../../ui/toast.tsx'
import css from './create.module.css'
import { DiscardDraft } from './editor/discard-draft.tsx'
import { emptyDraft } from './editor/draft.ts'
import { DraftIsBack } from './editor/draft-is-back.tsx'
import { EditorForm } from './editor/editor.tsx'
import { Outline } from './editor/outline.tsx'
import { forgetDraft, isWorthKeeping, newTest, storedDraft } from './editor/stored-draft.ts'
import { Trouble } from './editor/trouble.tsx'
import { useEditor } from './editor/use-editor.ts'
import { useStoredDraft } from './editor/use-stored-draft.ts'
import { formOf } from './editor/wire.ts'
import { ExportButton, ImportButton } from './question-files/file-buttons.tsx'

export const meta = createTitleMeta('Create Test')

export default function CreateTestScreen() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [restored, setRestored] = useState(() => storedDraft(newTest))
  const [idempotencyKey, setIdempotencyKey] = useState(
    () => restored?.idempotencyKey ?? createIdempotencyKey(),
  )
  const create = useMutation({
    mutationFn: (body: FormData) => request(createExam, { body, idempotencyKey }),
  })
  const editor = useEditor({
    start: () => restored?.draft ?? emptyDraft(),
    failed: 'Error creating test',
    send: async (draft) => {
      const { message } = await create.mutateAsync(formOf(draft)).catch(nameAnew)
      forgetDraft(newTest)
      await invalidateEndpoints(client, listExams)
      await navigate(pagePaths.adminHome)
      showToast(message)
    },
  })
  // The earlier one is told of: pressed once more, this draft is meant to be another test.
  const nameAnew = (fault: unknown) => {
    if (fault instanceof RefusalError && fault.code === 'test-sent-before') {
      setIdempotencyKey(createIdempotencyKey())
    }
    throw fault
  }
  const { draft } = editor
  const isWorthIt = !create.isSuccess && isWorthKeeping(draft)
  const stored = useStoredDraft(newTest, isWorthIt ? draft : null, { idempotencyKey })

  const handleDiscard = () => {
    forgetDraft(newTest)
    setRestored(null)
    setIdempotencyKey(createIdempotencyKey())
    editor.load(emptyDraft())
  }

  return (
    <>
      <PageHeading
        title="Create Test"
        crumbs={[{ to: pagePaths.adminHome, name: 'Tests' }]}
        actions={
          <>
            <ImportButton editor={editor} />
            <ExportButton draft={draft} />
          </>
        }
      />
      {restored && (
        <div className={css.notice}>
          <DraftIsBack stored={restored} />
        </div>
      )}
      <EditorForm
        editor={editor}
        outline={
          <Outline
            draft={draft}
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
            <Trouble editor={editor} />
            <Button type="submit" tone="primary" wide busy={editor.isBusy}>
              Create Test
            </Button>
            {isWorthIt && <DiscardDraft onDiscard={handleDiscard} />}
          </Outline>
        }
      />
    </>
  )
}
