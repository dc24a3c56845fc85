import { correctAnswerOf, type OptionDraft, type QuestionDraft, type TestDraft } from './draft.ts'

/** As the server takes it: the questions as JSON, each picked picture under the name of its place. */
export function formOf(draft: TestDraft): FormData {
  const form = new FormData()
  form.set('title', draft.title)
  form.set('duration', draft.duration.trim())
  form.set('numQuestions', String(draft.questions.length))
  form.set('integrityMode', draft.integrityMode)
  form.set('attemptsAllowed', String(draft.attemptsAllowed))
  form.set('shuffleOptions', String(draft.shuffleOptions))
  form.set('questions', JSON.stringify(draft.questions.map(wordsOf)))
  draft.questions.forEach(({ file, options }, index) => {
    if (file) form.set(`questionimage_${index}`, file)
    options.forEach((option, at) => {
      if (option.file) form.set(`optionimage_${index}_${at}`, option.file)
    })
  })
  return form
}

function wordsOf(question: QuestionDraft) {
  return {
    ...(question._id && { _id: question._id }),
    question: pictureOf(question),
    options: question.options.map(pictureOf),
    correct_answer: correctAnswerOf(question),
    codeSnippet: question.code,
  }
}

function pictureOf({ text, fileUrl }: OptionDraft) {
  return { text, fileUrl }
}
