import { expect, it } from 'vitest'
import { parseCommand } from '../command-line/parse-command.ts'
import { readOptions } from './options.ts'

const read = (args: readonly string[]) =>
  readOptions(parseCommand('rehearse', args) ?? expect.unreachable())
const site = ['--url', 'https://academy.example']

it('reads the given options, and uses defaults for the rest', () => {
  expect(read(site)).toMatchObject({ students: 100, minutes: 5, isCleanUpOnly: false })
  const all = ['--students', '500', '--minutes', '0.5', '--clean-up']
  expect(read([...site, ...all])).toMatchObject({
    url: new URL('https://academy.example/'),
    students: 500,
    minutes: 0.5,
    isCleanUpOnly: true,
  })
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
  [[...site, '--password', 'secret'], /There is no option --password/],
])('refuses %j', (args, message) => {
  expect(() => read(args)).toThrow(message)
})
