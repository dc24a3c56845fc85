import { expect, it } from 'vitest'
import type { WordFile, Words } from '../institute/words.ts'
import { loadWords } from './institute.ts'
import { findFilled, loadShown } from './load-own-content.ts'

type Project = Words<'projects.ts'>['projects'][number]

const noon = Date.parse('2026-11-28T12:00:00+05:30')

/** Reads the samples, but for one file. */
function fill<Name extends WordFile>(name: Name, words: Words<Name>): typeof loadWords {
  return (async (expected: WordFile) =>
    expected === name ? words : loadWords(expected)) as typeof loadWords
}

const toBatch = (starts: string) => ({ course: 'Full Stack', starts, schedule: 'Saturday' })

it('sample texts do not count as content', async () => {
  expect([...new Set(Object.values(await findFilled(loadWords, noon)))]).toEqual(['false'])
})

it('pages are built without batches that have begun, the next batch first', async () => {
  const load = fill('batches.ts', {
    batches: ['2027-01-11', '2026-11-27', '2026-11-28'].map(toBatch),
  })
  expect(await loadShown(load, 'batches.ts', noon)).toEqual({
    batches: ['2026-11-28', '2027-01-11'].map(toBatch),
  })
  expect(await findFilled(load, noon)).toMatchObject({ 'import.meta.env.HAS_BATCHES': 'true' })
})

it('a part whose batches have all begun is not filled', async () => {
  const load = fill('batches.ts', { batches: [toBatch('2026-11-27')] })
  expect(await findFilled(load, noon)).toMatchObject({ 'import.meta.env.HAS_BATCHES': 'false' })
})

it.each([
  { whatsApp: '+91 98765 43210' },
  { directions: 'https://maps.example/a' },
  { hours: [{ days: 'Sunday', time: '10 am' }] },
])('one way to reach the institute is enough: %o', async (own) => {
  const load = fill('visiting.ts', { hours: [], whatsApp: '', directions: '', ...own })
  expect(await findFilled(load, noon)).toMatchObject({ 'import.meta.env.HAS_VISITING': 'true' })
})

it('only projects with a consent are built in, without the consent itself', async () => {
  const [shown, withdrawn] = ['Seva', 'Bazaar'].map((title) => ({
    title,
    student: 'Priya Nair',
    text: 'A shop.',
    consent: { givenOn: '2026-10-02' },
  })) as [Project, Project]
  const load = fill('projects.ts', {
    projects: [shown, { ...withdrawn, consent: { ...shown.consent, withdrawnOn: '2026-11-28' } }],
  })
  expect(await loadShown(load, 'projects.ts', noon)).toEqual({
    projects: [{ title: 'Seva', student: 'Priya Nair', text: 'A shop.' }],
  })
})
