import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatScripts, getSampleLetter, listScripts, unicodeScripts } from './unicode-scripts.ts'

describe('the scripts of a text', () => {
  it.each([
    { text: 'Which tag makes a link?', scripts: [] },
    { text: 'Crème brûlée, Śmith, Việt', scripts: [] },
    { text: 'कौन सा शब्द सही है? क्\u200dष ॐ', scripts: [] },
    { text: 'x ≤ ∑ √2 ∀ ⊕ ℝ 𝔸 𝑥² ½ → ⟨a⟩ µ', scripts: [] },
    { text: '🙂👩🏽‍💻🇮🇳 ✓ ★ ❶ ©️', scripts: [] },
    { text: '½ ₹ € 。「」 ー ・ ٠ ١ ، ۩', scripts: [] },
    { text: 'தமிழ் எழுத்து', scripts: ['Tamil'] },
    { text: '日本語のテキスト', scripts: ['Han', 'Hiragana', 'Katakana'] },
    { text: 'π and Ω, Привет', scripts: ['Cyrillic', 'Greek'] },
    { text: 'اردو', scripts: ['Arabic'] },
  ])('$text: $scripts', ({ text, scripts }) => {
    expect(listScripts([text])).toEqual(scripts)
  })

  it('have a sample letter each, which belongs to that script alone', () => {
    for (const script of unicodeScripts)
      expect(listScripts([getSampleLetter(script)])).toEqual([script])
  })

  const texts = fc.array(fc.string({ unit: 'grapheme' }))

  it('are those of all its parts, in any split and order', () => {
    fc.assert(
      fc.property(texts, texts, (some, others) => {
        const parts = new Set([...some, ...others].flatMap((text) => listScripts([text])))
        expect(listScripts([...others, ...some])).toEqual(
          unicodeScripts.filter((script) => parts.has(script)),
        )
      }),
    )
  })

  it('are found wherever their letters are in a text', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(...unicodeScripts), texts, (before, script, after) => {
        const text = [...before, getSampleLetter(script), ...after].join('')
        expect(listScripts([text])).toContain(script)
      }),
    )
  })

  it('are none if every letter is Latin', () => {
    const unit = fc.constantFrom(...'aZéŚ09 +=<>{}[]_-"\n∑√≤🙂✓कखगाि्ँ।१')
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        expect(listScripts([text])).toEqual([])
      }),
    )
  })
})

it.each([
  { scripts: ['Tamil'], words: 'Tamil' },
  { scripts: ['Han', 'Tamil'], words: 'Chinese and Tamil' },
  { scripts: ['Han', 'Tamil', 'Thai'], words: 'Chinese, Tamil and Thai' },
] as const)('names them: $words', ({ scripts, words }) => {
  expect(formatScripts(scripts)).toBe(words)
})
