import { useState } from 'react'
import { flushSync } from 'react-dom'
import { getTest, listTests, type Test, updateTest } from '#contract/exams.ts'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { titled } from '../../kit/title.ts'
import { toast } from '../../kit/toast.tsx'
import { useTell } from '../../query.ts'
import { counted } from '../counted.ts'
import { draftOf } from './editor/draft.ts'
import { EditorForm } from './editor/editor.tsx'
import { Outline } from './editor/outline.tsx'
import { Trouble } from './editor/trouble.tsx'
import { useEditor } from './editor/use-editor.ts'
import { formOf } from './editor/wire.ts'
import { KeepChanges } from './keep-changes.tsx'
import { ExportButton, ImportButton } from './question-files/file-buttons.tsx'
import { TestHeading, TestPage } from './test-page.tsx'
import css from './update.module.css'
import { factsOf } from './view.tsx'

export const meta = titled('Update Test')

export default function UpdateTestScreen() {
  return <TestPage title="Update Test">{(test) => <TestUpdate test={test} />}</TestPage>
}

function TestUpdate({ test }: { test: Test }) {
  const [isEditing, setEditing] = useState(false)
  const [saved, setSaved] = useState(() => draftOf(test))
  const update = useTell(updateTest, [listTests, getTest])
  const editor = useEditor({
    start: () => saved,
    failed: 'Failed to update test.',
    send: async (draft) => {
      const reply = await update.mutateAsync({ params: { id: test._id }, body: formOf(draft) })
      showAsSaved(draftOf(reply.test))
      toast(reply.message)
    },
  })
  const showAsSaved = (draft: typeof saved) => {
    setSaved(draft)
    editor.load(draft)
    switchTo(false)
  }
  // The button that was pressed goes away, so the focus is given a place.
  const switchTo = (editing: boolean) => {
    flushSync(() => setEditing(editing))
    document.getElementById(editing ? 'title' : 'main')?.focus()
  }
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
      {test.attempts > 0 && (
        <div className={css.notice}>
          <Notice tone="warn">
            {counted(test.attempts, 'attempt')} use{test.attempts === 1 && 's'} the earlier version.
            What you change here is for attempts that start after it.
          </Notice>
        </div>
      )}
      <EditorForm
        readOnly={!isEditing}
        editor={editor}
        outline={
          <Outline draft={editor.draft} facts={factsOf(test)}>
            <Trouble editor={editor} />
            {isEditing && (
              <div className={css.buttons}>
                <Button type="submit" tone="primary" wide busy={editor.isBusy}>
                  Update
                </Button>
                <Button wide onClick={() => showAsSaved(saved)}>
                  Cancel
                </Button>
              </div>
            )}
          </Outline>
        }
      />
      <KeepChanges unsaved={isEditing && editor.draft !== saved} />
    </>
  )
}
