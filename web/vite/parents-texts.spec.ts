import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listParentsTexts } from './parents-texts.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parents-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

it('there is no page for parents without a file, or a folder', () => {
  expect(listParentsTexts(folder)).toEqual([])
  expect(listParentsTexts(join(folder, 'none'))).toEqual([])
})

it('each file is the page in its language, the institute’s own at the short address', () => {
  write('ta.md', '# பெற்றோருக்கு\n\nவணக்கம்.\n')
  write('hi.md', '# माता-पिता के लिए\n')
  write(
    'en.md',
    '# For *parents*\n\n## Fees\n\n- [Ask](https://a.example)\n\nYour child\nis [with us](/about).\n',
  )
  expect(listParentsTexts(folder)).toMatchObject([
    {
      language: 'en',
      name: 'English',
      path: '/parents',
      title: 'For parents',
      description: 'Your child is with us.',
      file: join(folder, 'en.md'),
    },
    { language: 'hi', name: 'हिन्दी', path: '/parents/hi', description: '' },
    { language: 'ta', name: 'தமிழ்', path: '/parents/ta', title: 'பெற்றோருக்கு' },
  ])
})

it('the first file is at the short address if neither English nor the institute’s own language is there', () => {
  write('ta.md', '# பெற்றோருக்கு\n')
  write('hi.md', '# माता-पिता के लिए\n')
  expect(listParentsTexts(folder).map(({ path }) => path)).toEqual(['/parents', '/parents/ta'])
})

it.each(['hindi.md', 'Hi.md', 'zz.md', 'hi.txt', 'hi.mdx', 'notes'])('%s is refused', (name) => {
  write(name, '# Title\n')
  expect(() => listParentsTexts(folder)).toThrow(
    `${join(folder, name)} is not right.\nName it after its language, like hi.md.`,
  )
})

it.each(['', 'Title\n', '## Title\n', '# Title\nand more\n'])('%j has no title', (text) => {
  write('en.md', text)
  expect(() => listParentsTexts(folder)).toThrow(
    `${join(folder, 'en.md')} is not right.\nBegin it with its title and an empty line: # For parents`,
  )
})
