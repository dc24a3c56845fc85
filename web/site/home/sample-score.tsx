import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { sampleQuestions } from '#institute/sample-questions.ts'
import css from './sample-quiz.module.css'

/** After the last question: how many were right, and the weeks that teach what was not. */
export function SampleScore({ answers }: { answers: readonly number[] }) {
  const missed = sampleQuestions.filter(({ correct }, at) => answers[at] !== correct)
  const weeks = listWeeks(missed.length > 0 ? missed : sampleQuestions)
  return (
    <p className={css.score}>
      <b>
        You had {sampleQuestions.length - missed.length} of {sampleQuestions.length}.
      </b>{' '}
      {weeks.length > 0 && (
        <>
          {missed.length > 0 ? 'What you missed is taught in ' : 'Their subjects are taught in '}
          {weeks.map((week, at) => (
            <span key={week}>
              {at > 0 && ' and '}
              <Link to={`${pagePaths.course}#week-${week}`}>week {week}</Link>
            </span>
          ))}
          .
        </>
      )}
    </p>
  )
}

function listWeeks(questions: typeof sampleQuestions): readonly number[] {
  return [...new Set(questions.flatMap(({ week }) => week ?? []))].toSorted(
    (one, other) => one - other,
  )
}
