import { createExam } from '#contract/exams.ts'
import type { InProcessClient } from '#server/http/in-process-client.ts'
import { expectOk } from './expect-ok.ts'
import { correctOptionOf } from './paper.ts'
import { type ExamKey, papers, type Scenario } from './scenario.ts'
import { toPngBlob } from './student-actor.ts'

/** As the editor sends it: the questions as JSON, the pictures as files beside it. */
export async function writeExam(
  scenario: Scenario,
  admin: InProcessClient,
  exam: ExamKey,
): Promise<void> {
  const { title, minutes, questions, ...options } = papers[exam]
  const form = new FormData()
  form.set('title', title)
  form.set('duration', String(minutes))
  for (const [option, value] of Object.entries(options)) form.set(option, String(value))
  const written = questions.map((question) => ({
    question: question.text,
    options: question.options,
    correct_answer: correctOptionOf(question),
    codeSnippet: question.code ?? null,
  }))
  form.set('questions', JSON.stringify(written))
  for (const [index, { picture, optionPictures = [] }] of questions.entries()) {
    if (picture)
      form.set(`questionimage_${index}`, toPngBlob(scenario.pictures.get(picture)), 'question.png')
    for (const [option, name] of optionPictures.entries()) {
      form.set(
        `optionimage_${index}_${option}`,
        toPngBlob(scenario.pictures.get(name)),
        'option.png',
      )
    }
  }
  const created = await expectOk(admin.request(createExam, { body: form }))
  scenario.examIds.set(exam, created.test._id)
}
