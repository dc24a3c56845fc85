import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { type ExamDetail, getExam } from '#contract/exams.ts'
import { pluralize } from '#contract/format.ts'
import type { KeyReveal } from '#contract/key-guard.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { UnsavedChangesGuard } from '../../layout/unsaved-changes.tsx'
import { Button } from '../../ui/button.tsx'
import { toFieldId } from '../../ui/form/form-state.ts'
import { formatTime } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ConflictNotice } from '../conflict-notice.tsx'
import { RevealNotice } from '../lists/reveal-notice.tsx'
import { readKeyReveal } from '../lists/use-key-reveal.ts'
import { RestoredDraftNotice } from './editor/draft-notices.tsx'
import { EditorForm } from './editor/editor-form.tsx'
import { toExamDraft } from './editor/exam-draft.ts'
import { PreviewButton } from './editor/exam-preview.tsx'
import { basicsId } from './editor/field-errors.ts'
import { FormErrors, Outline } from './editor/outline.tsx'
import { SavingProgress, useSaving } from './editor/saving-progress.tsx'
import { readStoredDraft, toExamSlot, useStoredDraft } from './editor/stored-draft.ts'
import { useEditor } from './editor/use-editor.ts'
import { useSaveExam } from './editor/use-save-exam.ts'
import { ExamHeading, ExamPage, getExamFacts } from './exam-page.tsx'
import { ExportButton, ImportButton } from './question-import/import-export-buttons.tsx'
import css from './update-exam-screen.module.css'

export const meta = createTitleMeta('Update Test')

export default function UpdateExamScreen() {
  return (
    <ExamPage title="Update Test">{(exam) => <ExamUpdate key={exam._id} exam={exam} />}</ExamPage>
  )
}

function ExamUpdate({ exam }: { exam: ExamDetail }) {
  const update = useExamUpdate(exam)
  const { editor, saving, isEditing, startEditing, stopEditing } = update
  const hasUnsavedChanges = isEditing && editor.draft !== update.saved
  const stored = useStoredDraft(update.slot, hasUnsavedChanges ? editor.draft : null, {
    begunFrom: update.begunFrom,
  })
  const isStoredAsDraft = stored !== null && stored.lostPictures.length === 0
  return (
    <>
      <ExamHeading
        title="Update Test"
        exam={exam}
        actions={
          <>
            {isEditing && <ImportButton editor={editor} />}
            <PreviewButton draft={editor.draft} />
            <ExportButton draft={editor.draft} />
            {!isEditing && (
              <Button tone="primary" onClick={startEditing}>
                Edit
              </Button>
            )}
          </>
        }
      />
      <UpdateNotices exam={exam} update={update} />
      <EditorForm
        readOnly={!isEditing}
        editor={editor}
        areResultsReleased={exam.resultsReleasedAt !== null}
        outline={
          <Outline
            draft={editor.draft}
            onMove={isEditing ? editor.change.move : undefined}
            facts={{
              ...getExamFacts(exam),
              ...(isEditing && {
                Draft: stored ? `Saved ${formatTime(stored.savedAt)}` : 'Nothing to save yet',
              }),
            }}
          >
            <FormErrors editor={editor} />
            {update.isAsked && <RevealNotice reveal={update.reveal} />}
            {isEditing && (
              <div className={css.buttons}>
                <Button type="submit" tone="primary" wide busy={editor.isBusy}>
                  {update.isAsked ? 'Update all the same' : 'Update'}
                </Button>
                <Button wide disabled={editor.isBusy} onClick={() => stopEditing(exam)}>
                  Cancel
                </Button>
                <SavingProgress saving={saving} />
              </div>
            )}
          </Outline>
        }
      />
      <UnsavedChangesGuard hasUnsavedChanges={hasUnsavedChanges} isStoredAsDraft={isStoredAsDraft}>
        {isStoredAsDraft
          ? 'The test stays as it was. Your changes wait here as a draft until you close this tab.'
          : 'The test stays as it was, and some of your changes are lost: images are not kept in a draft.'}
      </UnsavedChangesGuard>
    </>
  )
}

type ExamUpdateState = ReturnType<typeof useExamUpdate>

/** The draft of a test that is there already, and the version it was begun from. */
function useExamUpdate(exam: ExamDetail) {
  const client = useQueryClient()
  const slot = toExamSlot(exam._id)
  const [restored, setRestored] = useState(() => readStoredDraft(slot))
  const [isEditing, setEditing] = useState(restored !== null)
  const [saved, setSaved] = useState(() => toExamDraft(exam))
  const [begunFrom, setBegunFrom] = useState(restored?.begunFrom ?? exam.version)
  /** By how many attempts, which alone can show the key here. */
  const [revealed, setRevealed] = useState<{ reveal: KeyReveal; attemptsAllowed: number } | null>(
    null,
  )
  const saving = useSaving()
  const { save, isOwnSave, forget } = useSaveExam(exam._id, saving)
  const editor = useEditor({
    start: () => restored?.draft ?? saved,
    failureMessage: 'Failed to update test.',
    send: async (draft) => {
      const { attemptsAllowed } = draft
      const confirm = revealed?.attemptsAllowed === attemptsAllowed
      const updated = await save({ draft, before: saved, begunFrom, confirm }).catch(
        (error: unknown) => {
          const reveal = readKeyReveal(error)
          if (!reveal) throw error
          setRevealed({ reveal, attemptsAllowed })
        },
      )
      if (!updated) return
      const { queryKey } = endpointQuery(getExam, { params: { id: exam._id } })
      client.setQueryData(queryKey, updated)
      stopEditing(updated)
      showToast('Test updated successfully!')
    },
  })
  const show = (now: ExamDetail) => {
    const draft = toExamDraft(now)
    setSaved(draft)
    setBegunFrom(now.version)
    setRestored(null)
    setRevealed(null)
    forget()
    editor.load(draft)
  }
  const stopEditing = (now: ExamDetail) => {
    show(now)
    switchTo(false)
  }
  // The button that was pressed goes away, so the focus is given a place.
  const switchTo = (editing: boolean) => {
    flushSync(() => setEditing(editing))
    document.getElementById(editing ? toFieldId(basicsId, 'title') : 'main')?.focus()
  }
  const hasConflict = begunFrom !== exam.version
  if (hasConflict && !isEditing) show(exam)
  else if (hasConflict && isOwnSave(editor.draft, exam)) setBegunFrom(exam.version)

  return {
    slot,
    editor,
    saving,
    saved,
    begunFrom,
    restored,
    isEditing,
    hasConflict: isEditing && hasConflict,
    isAsked: revealed?.attemptsAllowed === editor.draft.attemptsAllowed,
    reveal: revealed?.reveal,
    startEditing: () => switchTo(true),
    stopEditing,
    keepDraft() {
      setBegunFrom(exam.version)
      switchTo(true)
    },
  }
}

type UpdateNoticesProps = { readonly exam: ExamDetail; readonly update: ExamUpdateState }

function UpdateNotices({ exam, update }: UpdateNoticesProps) {
  const { isEditing, hasConflict, restored, keepDraft, stopEditing } = update
  return (
    <div className={css.notices}>
      {hasConflict && (
        <ConflictNotice onKeepMine={keepDraft} onTakeTheirs={() => stopEditing(exam)}>
          <strong>This test has been changed since you began.</strong> It was saved by someone else,
          in another tab, or by an earlier try of yours. Below is what you typed. Keep yours, and
          Update puts it in place of that; or take theirs, and what you typed is dropped.
        </ConflictNotice>
      )}
      {isEditing && restored && <RestoredDraftNotice stored={restored} />}
      {exam.attempts > 0 && (
        <Notice tone="warn">
          {pluralize(exam.attempts, 'attempt')} use{exam.attempts === 1 && 's'} the earlier version.
          What you change here is for attempts that start after it.
        </Notice>
      )}
    </div>
  )
}
