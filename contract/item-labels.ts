import type { Verdict } from '#core/grading/item-analysis.ts'

/** Labels of a question in a word or two, on screen and in files. */
export const verdictNames: Readonly<Record<Verdict, string>> = {
  'nobody-answered': 'No attempts yet',
  'everyone-marked': 'Everyone has the mark',
  'too-few': 'Too few to tell',
  'all-right': 'Everyone was right',
  'all-wrong': 'Nobody was right',
  'all-alike': 'Cannot be told',
  'key-doubtful': 'Check the key',
  poor: 'Check this',
  weak: 'Weak',
  fair: 'Fair',
  good: 'Good',
}
