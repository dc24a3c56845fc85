import type { ItemAnalysis } from '#contract/grading.ts'

type VerdictLabel = {
  readonly tone: 'neutral' | 'ok' | 'warn' | 'bad'
  readonly explanation: string
}

/** The meaning of the figures, for someone who has never heard of a correlation. */
export const verdictLabels: Readonly<Record<ItemAnalysis['verdict'], VerdictLabel>> = {
  'nobody-answered': {
    tone: 'neutral',
    explanation: 'Nobody has finished a paper with this question.',
  },
  'everyone-marked': {
    tone: 'neutral',
    explanation: 'It counts as right for everyone, so it tells nobody apart.',
  },
  'too-few': {
    tone: 'neutral',
    explanation: 'There are too few attempts to say how good this question is.',
  },
  'all-right': {
    tone: 'neutral',
    explanation: 'Everyone got it right, so it does not tell strong students from weak ones.',
  },
  'all-wrong': {
    tone: 'bad',
    explanation: 'Nobody got it right. Check the key and the words of the question.',
  },
  'all-alike': {
    tone: 'neutral',
    explanation:
      'Everyone scored alike in the other questions, so there is nothing to compare with.',
  },
  'key-doubtful': {
    tone: 'bad',
    explanation:
      'Strong students mostly chose another option than the correct one. The key may be wrong.',
  },
  poor: {
    tone: 'warn',
    explanation:
      'Strong students did hardly better here than weak ones, or worse. The words may mislead.',
  },
  weak: {
    tone: 'warn',
    explanation: 'Strong students did a little better here than weak ones.',
  },
  fair: {
    tone: 'ok',
    explanation: 'Strong students did better here than weak ones.',
  },
  good: {
    tone: 'ok',
    explanation: 'Strong students did clearly better here than weak ones.',
  },
}
