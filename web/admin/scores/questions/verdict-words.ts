import type { ItemAnalysis } from '#contract/grading.ts'

type Words = {
  readonly word: string
  readonly tone: 'neutral' | 'ok' | 'warn' | 'bad'
  readonly says: string
}

/** What the figures mean, for someone who has never heard of a correlation. */
export const verdictWords: Readonly<Record<ItemAnalysis['verdict'], Words>> = {
  'nobody-answered': {
    word: 'No attempts yet',
    tone: 'neutral',
    says: 'Nobody has finished a paper with this question.',
  },
  'everyone-marked': {
    word: 'Everyone has the mark',
    tone: 'neutral',
    says: 'It counts as right for everyone, so it tells nobody apart.',
  },
  'too-few': {
    word: 'Too few to tell',
    tone: 'neutral',
    says: 'There are too few attempts to say how good this question is.',
  },
  'all-right': {
    word: 'Everyone was right',
    tone: 'neutral',
    says: 'Everyone got it right, so it does not tell strong students from weak ones.',
  },
  'all-wrong': {
    word: 'Nobody was right',
    tone: 'bad',
    says: 'Nobody got it right. Check the key and the words of the question.',
  },
  'all-alike': {
    word: 'Cannot be told',
    tone: 'neutral',
    says: 'Everyone scored alike in the other questions, so there is nothing to compare with.',
  },
  'key-doubtful': {
    word: 'Check the key',
    tone: 'bad',
    says: 'Strong students mostly chose another option than the correct one. The key may be wrong.',
  },
  poor: {
    word: 'Needs a look',
    tone: 'warn',
    says: 'Strong students did hardly better here than weak ones, or worse. The words may mislead.',
  },
  weak: {
    word: 'Weak',
    tone: 'warn',
    says: 'Strong students did a little better here than weak ones.',
  },
  fair: {
    word: 'Fair',
    tone: 'ok',
    says: 'Strong students did better here than weak ones.',
  },
  good: {
    word: 'Good',
    tone: 'ok',
    says: 'Strong students did clearly better here than weak ones.',
  },
}

export function hasFigure({ verdict, discrimination }: ItemAnalysis): boolean {
  return discrimination !== null && verdict !== 'too-few'
}
