import { createExam } from '#contract/exams.ts'
import type { TestClient } from '#test/test-app.ts'
import { good } from './good.ts'
import { rightOf } from './paper.ts'
import { papers, type Story, type TestKey } from './story.ts'
import { fileOf } from './student-life.ts'

/** As the editor sends it: the questions as JSON, the pictures as files beside it. */
export async function writeTest(story: Story, admin: TestClient, test: TestKey): Promise<void> {
  const { title, minutes, questions, ...options } = papers[test]
  const form = new FormData()
  form.set('title', title)
  form.set('duration', String(minutes))
  for (const [option, value] of Object.entries(options)) form.set(option, String(value))
  const written = questions.map((question) => ({
    question: question.text,
    options: question.options,
    correct_answer: rightOf(question),
    codeSnippet: question.code ?? null,
  }))
  form.set('questions', JSON.stringify(written))
  for (const [index, { picture, optionPictures = [] }] of questions.entries()) {
    if (picture)
      form.set(`questionimage_${index}`, fileOf(story.pictures.get(picture)), 'question.png')
    for (const [option, name] of optionPictures.entries()) {
      form.set(`optionimage_${index}_${option}`, fileOf(story.pictures.get(name)), 'option.png')
    }
  }
  const created = await good(admin.request(createExam, { body: form }))
  story.testIds.set(test, created.test._id)
}
