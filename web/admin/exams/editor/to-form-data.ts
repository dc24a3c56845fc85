import { kindEditors } from '../../../questions/kind-editors.ts'
import type { Picture, QuestionDraft } from '../../../questions/options/question-draft.ts'
import { type ExamDraft, listCorrectAnswers } from './exam-draft.ts'

/** As the server takes it: the questions as JSON, each picked picture under the name of its place. */
export function toFormData(draft: ExamDraft): FormData {
  const form = new FormData()
  form.set('title', draft.title)
  form.set('duration', draft.duration.trim())
  form.set('numQuestions', String(draft.questions.length))
  form.set('integrityMode', draft.integrityMode)
  form.set('attemptsAllowed', String(draft.attemptsAllowed))
  form.set('shuffleOptions', String(draft.shuffleOptions))
  form.set('questions', JSON.stringify(draft.questions.map(toQuestionJson)))
  draft.questions.forEach(({ file, options }, index) => {
    if (file) form.set(`questionimage_${index}`, file)
    options.forEach((option, at) => {
      if (option.file) form.set(`optionimage_${index}_${at}`, option.file)
    })
  })
  return form
}

function toQuestionJson(question: QuestionDraft) {
  return {
    ...(question._id && { _id: question._id }),
    question: toOptionJson(question),
    options: question.options.map((option) => toOptionJson(option)),
    ...kindEditors[question.kind].toWireKey(listCorrectAnswers(question)),
    codeSnippet: question.code,
  }
}

function toOptionJson({ text, fileUrl }: Picture & { readonly text: string }) {
  return { text, fileUrl }
}
