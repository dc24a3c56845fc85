import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { type ExamDetail, getExam, listExams, updateExam } from '#contract/exams.ts'
import {
  endpointQuery,
  invalidateEndpoints,
  useEndpointMutation,
} from '../../client/endpoint-query.ts'
import { RefusalError } from '../../client/request.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { formatTime } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { counted } from '../counted.ts'
import { draftOf, type TestDraft } from './editor/draft.ts'
import { DraftIsBack } from './editor/draft-is-back.tsx'
import { EditorForm } from './editor/editor.tsx'
import { Outline } from './editor/outline.tsx'
import { Overtaken } from './editor/overtaken.tsx'
import { changesTo, storedDraft } from './editor/stored-draft.ts'
import { Trouble } from './editor/trouble.tsx'
import { useEditor } from './editor/use-editor.ts'
import { useStoredDraft } from './editor/use-stored-draft.ts'
import { formOf } from './editor/wire.ts'
import { KeepChanges } from './keep-changes.tsx'
import { ExportButton, ImportButton } from './question-files/file-buttons.tsx'
import { TestHeading, TestPage } from './test-page.tsx'
import css from './update.module.css'
import { factsOf } from './view.tsx'

export const meta = createTitleMeta('Update Test')

export default function UpdateTestScreen() {
  return (
    <TestPage title="Update Test">{(test) => <TestUpdate key={test._id} test={test} />}</TestPage>
  )
}

function TestUpdate({ test }: { test: ExamDetail }) {
  const client = useQueryClient()
  const slot = changesTo(test._id)
  const [restored, setRestored] = useState(() => storedDraft(slot))
  const [isEditing, setEditing] = useState(restored !== null)
  const [saved, setSaved] = useState(() => draftOf(test))
  const [begunFrom, setBegunFrom] = useState(restored?.begunFrom ?? test.version)
  const update = useEndpointMutation(updateExam, [listExams])
  const params = { id: test._id }
  const editor = useEditor({
    start: () => restored?.draft ?? saved,
    failed: 'Failed to update test.',
    send: async (draft) => {
      const { message, test: updated } = await send(draft)
      client.setQueryData(endpointQuery(getExam, { params }).queryKey, updated)
      stopEditing(updated)
      showToast(message)
    },
  })
  const send = async (draft: TestDraft) => {
    const body = formOf(draft)
    body.set('basedOn', begunFrom)
    try {
      return await update.mutateAsync({ params, body })
    } catch (fault) {
      if (fault instanceof RefusalError && fault.code === 'test-changed')
        await invalidateEndpoints(client, getExam)
      throw fault
    }
  }
  const show = (now: ExamDetail) => {
    const draft = draftOf(now)
    setSaved(draft)
    setBegunFrom(now.version)
    setRestored(null)
    editor.load(draft)
  }
  const stopEditing = (now: ExamDetail) => {
    show(now)
    switchTo(false)
  }
  // The button that was pressed goes away, so the focus is given a place.
  const switchTo = (editing: boolean) => {
    flushSync(() => setEditing(editing))
    document.getElementById(editing ? 'title' : 'main')?.focus()
  }
  const isOvertaken = begunFrom !== test.version
  if (isOvertaken && !isEditing) show(test)

  const unsaved = isEditing && editor.draft !== saved
  const stored = useStoredDraft(slot, unsaved ? editor.draft : null, { begunFrom })
  return (
    <>
      <TestHeading
        title="Update Test"
        actions={
          <>
            {isEditing && <ImportButton editor={editor} />}
            <ExportButton draft={editor.draft} />
            {!isEditing && (
              <Button tone="primary" onClick={() => switchTo(true)}>
                Edit
              </Button>
            )}
          </>
        }
      />
      <div className={css.notices}>
        {isEditing && isOvertaken && (
          <Overtaken
            onKeepMine={() => {
              setBegunFrom(test.version)
              switchTo(true)
            }}
            onTakeTheirs={() => stopEditing(test)}
          />
        )}
        {isEditing && restored && <DraftIsBack stored={restored} />}
        {test.attempts > 0 && (
          <Notice tone="warn">
            {counted(test.attempts, 'attempt')} use{test.attempts === 1 && 's'} the earlier version.
            What you change here is for attempts that start after it.
          </Notice>
        )}
      </div>
      <EditorForm
        readOnly={!isEditing}
        editor={editor}
        outline={
          <Outline
            draft={editor.draft}
            facts={{
              ...factsOf(test),
              ...(isEditing && {
                Draft: stored ? `Saved ${formatTime(stored.savedAt)}` : 'Nothing to save yet',
              }),
            }}
          >
            <Trouble editor={editor} />
            {isEditing && (
              <div className={css.buttons}>
                <Button type="submit" tone="primary" wide busy={editor.isBusy}>
                  Update
                </Button>
                <Button wide onClick={() => stopEditing(test)}>
                  Cancel
                </Button>
              </div>
            )}
          </Outline>
        }
      />
      <KeepChanges unsaved={unsaved} isKept={stored !== null && stored.lostPictures.length === 0} />
    </>
  )
}
