import { expect, it } from 'vitest'
import { readOptions, usage } from './options.ts'

const site = ['--url', 'https://academy.example']

it('reads what is given, and takes the usual for the rest', () => {
  expect(readOptions(site)).toMatchObject({ students: 100, minutes: 5, isCleanUpOnly: false })
  const all = ['--students', '500', '--minutes', '0.5', '--clean-up']
  expect(readOptions([...site, ...all])).toMatchObject({
    url: new URL('https://academy.example/'),
    ...{ students: 500, minutes: 0.5, isCleanUpOnly: true },
  })
  expect(readOptions(['--help'])).toBeNull()
})

it.each([
  [[], /--url says where/],
  [['--url', 'academy.example'], /like https:/],
  [['--url', 'ftp://academy.example'], /like https:/],
  [['--url', 'https://academy.example/admin'], /like https:/],
  [['--url', 'https://asha:secret@academy.example'], /like https:/],
  [[...site, '--students', '0'], /--students is a whole number/],
  [[...site, '--students', '2001'], /--students is a whole number/],
  [[...site, '--students', '1.5'], /--students is a whole number/],
  [[...site, '--minutes', 'ten'], /--minutes is from/],
  [[...site, '--minutes', '0.01'], /--minutes is from/],
  [[...site, '--password', 'secret'], /Unknown option/],
])('refuses %j', (args, message) => {
  expect(() => readOptions(args)).toThrow(message)
})

it('names each option in its help', () => {
  for (const option of ['--url', '--students', '--minutes', '--clean-up', '--help'])
    expect(usage).toContain(`\n  ${option}`)
})
