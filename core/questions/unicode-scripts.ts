/**
 * Scripts that our own fonts do not have, by Unicode's names: what a reader calls the letters, and
 * one of them that every font of the script has.
 */
const scripts = {
  Arabic: { name: 'Arabic', letter: 'ب' },
  Armenian: { name: 'Armenian', letter: 'Ա' },
  Bengali: { name: 'Bengali', letter: 'ক' },
  Canadian_Aboriginal: { name: 'Canadian syllabic', letter: 'ᐁ' },
  Cherokee: { name: 'Cherokee', letter: 'Ꭰ' },
  Cyrillic: { name: 'Cyrillic', letter: 'Ж' },
  Ethiopic: { name: 'Ethiopic', letter: 'ሀ' },
  Georgian: { name: 'Georgian', letter: 'ა' },
  Greek: { name: 'Greek', letter: 'Ω' },
  Gujarati: { name: 'Gujarati', letter: 'ક' },
  Gurmukhi: { name: 'Punjabi (Gurmukhi)', letter: 'ਕ' },
  Han: { name: 'Chinese', letter: '中' },
  Hangul: { name: 'Korean', letter: '한' },
  Hebrew: { name: 'Hebrew', letter: 'א' },
  Hiragana: { name: 'Japanese (Hiragana)', letter: 'あ' },
  Kannada: { name: 'Kannada', letter: 'ಕ' },
  Katakana: { name: 'Japanese (Katakana)', letter: 'ア' },
  Khmer: { name: 'Khmer', letter: 'ក' },
  Lao: { name: 'Lao', letter: 'ກ' },
  Malayalam: { name: 'Malayalam', letter: 'ക' },
  Meetei_Mayek: { name: 'Meitei', letter: 'ꯀ' },
  Mongolian: { name: 'Mongolian', letter: 'ᠠ' },
  Myanmar: { name: 'Burmese', letter: 'က' },
  Nko: { name: 'N’Ko', letter: 'ߊ' },
  Ol_Chiki: { name: 'Santali (Ol Chiki)', letter: 'ᱚ' },
  Oriya: { name: 'Odia', letter: 'କ' },
  Sinhala: { name: 'Sinhala', letter: 'ක' },
  Syriac: { name: 'Syriac', letter: 'ܒ' },
  Tamil: { name: 'Tamil', letter: 'க' },
  Telugu: { name: 'Telugu', letter: 'క' },
  Thaana: { name: 'Thaana', letter: 'ހ' },
  Thai: { name: 'Thai', letter: 'ก' },
  Tibetan: { name: 'Tibetan', letter: 'ཀ' },
  Tifinagh: { name: 'Tifinagh', letter: 'ⴰ' },
  Yi: { name: 'Yi', letter: 'ꀀ' },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly letter: string }>>

export type UnicodeScript = keyof typeof scripts
export const unicodeScripts = Object.keys(scripts) as UnicodeScript[]

/** In the order of their names. Emoji, digits and signs of mathematics are letters of no script. */
export function listScripts(texts: readonly string[]): UnicodeScript[] {
  const letters = [...new Set(texts.join('\n'))].join()
  // Built only here: an old browser that loads this file may not know each of the scripts.
  return unicodeScripts.filter((script) =>
    new RegExp(`(?=\\p{L})\\p{Script=${script}}`, 'u').test(letters),
  )
}

export function getSampleLetter(script: UnicodeScript): string {
  return scripts[script].letter
}

/** "Tamil", "Tamil and Thai", "Chinese, Tamil and Thai". */
export function formatScripts(listed: readonly UnicodeScript[]): string {
  const names = listed.map((script) => scripts[script].name)
  const last = names.pop() ?? ''
  return names.length > 0 ? `${names.join(', ')} and ${last}` : last
}
