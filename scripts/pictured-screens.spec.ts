import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { arePicturesOld, listStale, stampPictures } from './pictured-screens.ts'

const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
afterAll(() => rmSync(folder, { recursive: true }))

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

it('marks pictures as outdated once a screen in them has changed, and only then', () => {
  write('web/student/quiz/quiz-screen.tsx', 'one')
  write('web/site/home/screenshots/quiz-light.webp', '')
  expect(arePicturesOld(folder)).toBe(true)
  stampPictures(folder)
  expect(arePicturesOld(folder)).toBe(false)
  write('web/admin/home.tsx', 'another screen')
  expect(arePicturesOld(folder)).toBe(false)
  write('web/student/quiz/quiz-screen.tsx', 'two')
  expect(arePicturesOld(folder)).toBe(true)
})

it('names the other institute that the pictures show', () => {
  write('web/student/quiz/quiz-screen.tsx', 'one')
  write('web/site/home/screenshots/quiz-light.webp', '')
  stampPictures(folder, 'FSL Academy')
  expect(listStale(folder, 'FSL Academy')).toEqual([])
  expect(listStale(folder, 'Sahyadri Institute')).toEqual([
    'The home page leaves out its pictures of the screens: they show the name FSL Academy.',
  ])
})
