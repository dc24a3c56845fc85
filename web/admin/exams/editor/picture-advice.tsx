import { IconInfoCircle } from '@tabler/icons-react'
import { pluralize } from '#contract/format.ts'
import { formatOptionLetters } from '#core/questions/option-list.ts'
import { countUndescribedPictures, listWordlessOptions } from '#core/questions/picture-gaps.ts'
import { hasPicture, type QuestionDraft } from '../../../questions/options/question-draft.ts'
import css from './outline.module.css'

const maxListed = 5

/** Suggests improvements before the release, and blocks nothing. */
export function PictureAdvice({ questions }: { questions: readonly QuestionDraft[] }) {
  const drafts = questions.map((question) => ({
    ...question,
    hasPicture: hasPicture(question),
    options: question.options.map((option) => ({ ...option, hasPicture: hasPicture(option) })),
  }))
  const count = countUndescribedPictures(drafts)
  const wordless = drafts.flatMap((draft, index) => {
    const places = listWordlessOptions(draft)
    return places.length > 0 ? [{ key: draft.key, number: index + 1, places }] : []
  })
  if (count === 0) return null
  return (
    <div className={css.advice}>
      <IconInfoCircle size={20} stroke={1.75} aria-hidden="true" />
      <div>
        <p>
          {pluralize(count, 'picture')} {count === 1 ? 'has' : 'have'} no description.
        </p>
        {wordless.slice(0, maxListed).map(({ key, number, places }) => (
          <p key={key}>
            Question {number}: {describeOptions(places)} without words.
          </p>
        ))}
        {wordless.length > maxListed && (
          <p>{pluralize(wordless.length - maxListed, 'more question')} like this.</p>
        )}
      </div>
    </div>
  )
}

/** "option B is a picture", "options A, C are pictures" */
function describeOptions(places: readonly number[]): string {
  const letters = formatOptionLetters(places).replaceAll(',', ', ')
  return places.length === 1 ? `option ${letters} is a picture` : `options ${letters} are pictures`
}
