import { z } from 'zod'

const typeLabels: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
}
/** A longer choice is not listed in a message. */
const maxListedChoices = 10

/** Writes the message for a field whose schema has none of its own. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined || issue.input === null || issue.input === '') {
    return 'This is missing'
  }
  switch (issue.code) {
    case 'invalid_type':
      return `This should be ${typeLabels[issue.expected] ?? 'of another kind'}`
    case 'invalid_value':
      return issue.values.length > maxListedChoices
        ? 'This is not one of the choices'
        : `Use ${issue.values.length > 1 ? 'one of: ' : ''}${issue.values.join(', ')}`
    case 'too_big':
      if (issue.origin === 'string') return `Use ${issue.maximum} characters or fewer`
      return issue.origin === 'array'
        ? `Send ${issue.maximum} entries or fewer`
        : `Enter ${issue.maximum} or less`
    case 'too_small':
      if (issue.origin === 'string') return `Use ${issue.minimum} characters or more`
      return issue.origin === 'array'
        ? `The fewest here is ${issue.minimum}`
        : `Enter ${issue.minimum} or more`
    case 'invalid_format':
      return issue.format === 'datetime'
        ? 'This should be a time like 2026-11-21T04:30:00.000Z'
        : 'This is not written as expected'
    case 'unrecognized_keys':
      return 'This is not known here'
    default:
      return 'This is not as expected'
  }
}

z.config({ customError: describeIssue })
