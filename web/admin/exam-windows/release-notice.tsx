import { listExamWindows } from '#contract/exam-windows.ts'
import { type Exam, getExam, listExams, updateExam } from '#contract/exams.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Alert } from '../../ui/status.tsx'
import { showToast } from '../../ui/toast.tsx'

/** Windows of a test that is not released let nobody in. */
export function ReleaseNotice({ exam }: { exam: Exam }) {
  const release = useEndpointMutation(updateExam, [getExam, listExams, listExamWindows])
  const handleRelease = async () => {
    await release.mutateAsync({ params: { id: exam._id }, body: { released: true } })
    showToast('Test released')
  }
  return (
    <Notice tone="warn">
      <b>This test is not released, so nobody can start it.</b> Release it for these windows?{' '}
      <Button
        size="row"
        busy={release.isPending}
        onClick={() => handleRelease().catch(() => undefined)}
      >
        Release
      </Button>
      {release.error && <Alert> {release.error.message}</Alert>}
    </Notice>
  )
}
