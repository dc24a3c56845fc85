import type { Page } from '@playwright/test'
import { createExam, getExam } from '#contract/exams.ts'
import { expectSingleChoice } from '#test/factories.ts'
import type { TestClient } from '#test/test-app.ts'
import { createPicture } from './admin-actions.ts'

/**
 * Two questions per format, the second with an option twice; one of another kind where the
 * format has any.
 */
export const pastedQuestions = {
  GIFT: `// Hooks
::Refs::Which hook keeps a value?{~useState#It draws =useRef ~useMemo ~useId}

Which are \\{braces\\}?{=\\{\\} ~[] ~[]}

The sun rises in the east.{T}
`,
  Aiken: `Which hook keeps a value?
A. useState
B. useRef
C. useMemo
D. useId
ANSWER: B

Which are {braces}?
A. {}
B. []
C. []
ANSWER: A
`,
  'Moodle XML': `<?xml version="1.0" encoding="UTF-8"?>
<quiz>
${toMoodleQuestion('Which hook keeps a value?', ['useState', 'useRef', 'useMemo', 'useId'], 1)}
${toMoodleQuestion('Which are {braces}?', ['{}', '[]', '[]'], 0)}
<question type="essay"><questiontext format="html"><text>Explain hooks.</text></questiontext></question>
</quiz>
`,
  CSV: `Question;Option A;Option B;Option C;Option D;Correct
Which hook keeps a value?;useState;useRef;useMemo;useId;B
Which are {braces}?;{};[];[];;A
`,
} as const

function toMoodleQuestion(text: string, options: readonly string[], correct: number): string {
  const answers = options.map(
    (option, index) =>
      `<answer fraction="${index === correct ? 100 : 0}"><text>${option}</text></answer>`,
  )
  return `<question type="multichoice"><questiontext format="html"><text><![CDATA[<p>${text}</p>]]></text></questiontext><single>true</single>${answers.join('')}</question>`
}

const examQuestions = [
  {
    question: {
      text: 'What does `f` print?\nThink: "a", <b> & =c;',
      description: 'A "teal" <b>field</b>',
    },
    options: ['=1+1', '~2', '# 3 {x}', 'C:\\dir'],
    correct_answer: '~2',
    codeSnippet: 'const f = () => {\n\n  return `a`\n}',
  },
  {
    question: 'Größe in ₹?',
    options: ['1', '2', { text: '3', description: 'क्षेत्र & more' }, '4'],
    correct_answer: '4',
  },
]

/** Text, code and a picture with its description in a question and in an option. */
export async function createExamWithEverything(admin: TestClient) {
  const form = new FormData()
  form.set('title', 'Everything: one & all')
  form.set('questions', JSON.stringify(examQuestions))
  const picture = new Blob([new Uint8Array(await createPicture())])
  form.set('questionimage_0', picture, 'question.png')
  form.set('optionimage_1_2', picture, 'option.png')
  const { json } = await admin.request(createExam, { body: form })
  return json.test
}

/** The content of a test, without its ids. */
export async function getExamContent(admin: TestClient, id: string) {
  const { json } = await admin.request(getExam, { params: { id } })
  return json.questions
    .map(expectSingleChoice)
    .map(({ question, options, correct_answer, codeSnippet }) => ({
      text: question.text,
      hasPicture: question.fileUrl !== null,
      description: question.description,
      options: options.map(({ text, fileUrl, description }) => ({
        text,
        hasPicture: fileUrl !== null,
        description,
      })),
      correct_answer,
      codeSnippet,
    }))
}

export async function openImport(page: Page) {
  await page.getByRole('button', { name: 'Import' }).click()
  return page.getByRole('dialog', { name: 'Import questions' })
}
