import { escapeHtml, toCodeHtml, toHtml } from '#core/questions/formats/html-content.ts'
import {
  type PortablePicture,
  type PortableQuestion,
  toSingleLine,
  toUnixLines,
} from '#core/questions/formats/portable-question.ts'

/** As Moodle exports it itself, pictures and all. */
export function writeMoodleXml(questions: readonly PortableQuestion[]): string {
  const parts = questions.map((question, index) => questionXml(question, index + 1))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${parts.join('')}</quiz>\n`
}

function questionXml(question: PortableQuestion, number: number): string {
  const { text, code, picture, options, correct } = question
  const asked = `<p>${toHtml(toUnixLines(text))}</p>${code === null ? '' : toCodeHtml(toUnixLines(code))}`
  const answers = options.map((option, at) => {
    const words = toHtml(toSingleLine(option.text))
    return `    <answer fraction="${at === correct ? 100 : 0}" format="html">
${withPicture(words, option.picture, `option-${at + 1}`)}
      <feedback format="html"><text></text></feedback>
    </answer>
`
  })
  return `  <question type="multichoice">
    <name>${textXml(`Question ${number}`)}</name>
    <questiontext format="html">
${withPicture(asked, picture, 'question')}
    </questiontext>
    <generalfeedback format="html"><text></text></generalfeedback>
    <defaultgrade>1.0000000</defaultgrade>
    <penalty>0.3333333</penalty>
    <hidden>0</hidden>
    <single>true</single>
    <shuffleanswers>false</shuffleanswers>
    <answernumbering>ABCD</answernumbering>
${answers.join('')}  </question>
`
}

function withPicture(html: string, picture: PortablePicture | null, name: string): string {
  if (!picture) return textXml(html)
  const file = `${name}.${picture.type.replace('image/', '')}`
  const shown = `${html}<p><img src="@@PLUGINFILE@@/${file}" alt=""></p>`
  return `${textXml(shown)}\n<file name="${file}" path="/" encoding="base64">${picture.base64}</file>`
}

function textXml(text: string): string {
  return `<text>${escapeHtml(withoutUnspeakable(text))}</text>`
}

/** XML can hold no control characters, however they are written. */
function withoutUnspeakable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
}
