import { useState } from 'react'
import { generatePath, useNavigate } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/form/text-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useExams } from '../lists/use-exams.ts'

type OpenTestProps = { readonly batchId: string; readonly onClose: () => void }

/** Which test is opened for a batch; the window itself is made on the page of the test. */
export function OpenTest({ batchId, onClose }: OpenTestProps) {
  const exams = useExams()
  const navigate = useNavigate()
  const [id, setId] = useState('')
  const options = exams.data?.map(({ _id, title, released }) => ({
    value: _id,
    name: released ? title : `${title} (not released)`,
  }))
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Open a test for this batch"
      compact
      width={440}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            disabled={id === ''}
            onClick={() =>
              navigate(`${generatePath(pagePaths.examWindows, { id })}?batch=${batchId}`)
            }
          >
            Choose the times
          </Button>
        </>
      }
    >
      {exams.isError && (
        <Notice tone="danger" onRetry={exams.refetch}>
          Failed to fetch tests
        </Notice>
      )}
      <SelectField
        label="Test"
        value={id}
        options={options ?? []}
        prompt="Choose a test"
        onChange={({ target }) => setId(target.value)}
      />
    </Dialog>
  )
}
