import { useEffect, useState } from 'react'
import { kindOf, validateQuestionDraft } from '#core/questions/question.ts'
import { isRefusal } from '#core/refusal.ts'
import { answerControls, askForAnswer } from '../../../questions/answer-controls.ts'
import { editorOf } from '../../../questions/kind-editors.ts'
import type { ChosenAnswer } from '../../../questions/options/kind-screens.ts'
import type { Picture, QuestionDraft } from '../../../questions/options/question-draft.ts'
import { QuestionView } from '../../../questions/question-view.tsx'
import { Button } from '../../../ui/button.tsx'
import { Status } from '../../../ui/status.tsx'
import css from './question-preview.module.css'

type QuestionPreviewProps = {
  readonly question: QuestionDraft
  /** "Question 2 of 20", where it is one of many. */
  readonly progress?: string
}

/** The student's own component: it can be tried, is marked as in an exam, and stores nothing. */
export function QuestionPreview({ question, progress }: QuestionPreviewProps) {
  const { kind, text, code, options } = question
  const [answer, setAnswer] = useState<ChosenAnswer | null>(null)
  const [outcome, setOutcome] = useState('')
  const toUrl = usePictureUrls()
  const AnswerControl = answerControls[kind]
  const presentedOptions = options.map((option) => ({
    text: option.text,
    fileUrl: toUrl(option),
    description: option.description || undefined,
  }))
  return (
    <div className={css.preview}>
      {progress && <Status className={css.progress}>{progress}</Status>}
      <QuestionView
        text={text || 'No words yet'}
        imageUrl={toUrl(question)}
        imageDescription={question.description || undefined}
        code={code}
      />
      <AnswerControl
        name="preview"
        options={presentedOptions}
        answer={answer}
        onAnswer={(next) => {
          setAnswer(next)
          setOutcome('')
        }}
      />
      <Button tone="primary" wide onClick={() => setOutcome(mark(question, answer))}>
        Submit Answer
      </Button>
      <Status>{outcome || 'Try it: nothing here is stored, and the key is not shown.'}</Status>
    </div>
  )
}

function mark(question: QuestionDraft, answer: ChosenAnswer | null): string {
  if (!answer) return askForAnswer(question)
  const { text, options } = question
  const draft = editorOf(question).toDraft(question)
  if (validateQuestionDraft(draft).length > 0) return 'It is marked once the question is complete.'
  const rules = kindOf(draft)
  const presented = rules.createQuestion(draft, {
    id: 'preview',
    text,
    imageId: null,
    codeSnippet: null,
    options: options.map((option) => ({ text: option.text.trim(), imageId: null })),
  })
  const order = options.map((_, at) => at)
  const parsedAnswer = rules.parseAnswer(presented, answer, order)
  if (isRefusal(parsedAnswer)) return 'It is marked once the question is complete.'
  return rules.isRight(parsedAnswer, rules.getKey(presented))
    ? 'This answer gets the mark.'
    : 'This answer gets no mark.'
}

/** A picture that was picked has no address until it gets one. */
function usePictureUrls() {
  const [urls] = useState(() => new Map<File, string>())
  useEffect(
    () => () => {
      for (const url of urls.values()) URL.revokeObjectURL(url)
    },
    [urls],
  )
  return ({ file, fileUrl }: Picture) => {
    if (!file) return fileUrl
    const url = urls.get(file) ?? URL.createObjectURL(file)
    urls.set(file, url)
    return url
  }
}
