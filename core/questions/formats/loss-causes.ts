/** Features of a file that a question here cannot hold, in the words of "Not kept". */
export const lossCauses = {
  emphasis: 'bold or marked words',
  strike: 'lines through words',
  links: 'addresses of links',
  media: 'sound and films',
  formulas: 'the form of formulas',
  codePlace: 'the place of code: it stands below the words',
  optionLines: 'line breaks in options',
  pictures: 'pictures',
  furtherPictures: 'further pictures, or pictures of an unknown kind',
  descriptions: 'the end of a long description of a picture',
  notes: 'notes on cells',
  dates: 'dates as their cells show them',
  numberForms: 'the form in which numbers are shown',
} as const

const errorsByCause: Readonly<Record<string, string>> = {
  [lossCauses.pictures]: 'A picture is not kept: add it if the question needs it',
  [lossCauses.furtherPictures]: 'A picture is not kept: add it if the question needs it',
  [lossCauses.media]: 'Sound or a film is not kept: look the question over',
  [lossCauses.formulas]: 'A formula has lost its form: look it over',
  [lossCauses.strike]: 'Words that had a line through them have none now: look them over',
  [lossCauses.dates]: 'A cell holds a date, not a text: look over what became of it',
}

/** "Which of the underlined words is a verb?" */
const speaksOfMarks =
  /\b(?:underlin\w*|bold(?:faced?|ed)?|italics?|italici[sz]ed|highlighted|shaded|colou?red|marked|emphasi[sz]ed|in (?:red|blue|green|yellow))\b/i

/** Whether code between backticks goes on in another line. */
function hasCodeInLines(text: string): boolean {
  const parts = text.trim().split('`')
  return parts
    .slice(1, -1)
    .some((part, at) => part.includes('\n') && (at % 2 === 0 || part.trim() === ''))
}

type QuestionWords = {
  readonly text: string
  readonly options: readonly { readonly text: string }[]
}

/** Why the question may mean something else without what is lost; no reason where it cannot. */
export function findLossErrors(
  { text, options }: QuestionWords,
  losses: readonly string[],
): string[] {
  const errors = losses.flatMap((cause) => errorsByCause[cause] ?? [])
  if (losses.includes(lossCauses.emphasis) && speaksOfMarks.test(text))
    errors.push('The question speaks of marked words, and no mark is kept: look it over')
  if (options.some((option) => hasCodeInLines(option.text)))
    errors.push('Lines of code in an option are one line now: look it over')
  return [...new Set(errors)]
}
