import fc from 'fast-check'

const hostileText = fc.constantFrom(
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  'a\uDFFFb',
  '\u202Etxt.exe',
  'line\r\nBcc: someone@example.com',
  '<script>alert(1)</script>',
  '<!--'.repeat(200),
  "' OR 1=1 --",
  '%00',
  '../../etc/passwd',
  '{}',
  '{"__proto__":{"role":"admin"}}',
  '__proto__',
  'constructor',
  '9'.repeat(400),
  'अनन्या',
  '🎓'.repeat(300),
  '1e999',
  '-0',
  'NaN',
  '0x10',
  '2026-02-30',
  '99999-01-01T00:00:00Z',
)

export const oddText: fc.Arbitrary<string> = fc.oneof(
  hostileText,
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
)

export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e308, 2 ** 53, [], {}, [[]]),
)

/** JSON that is no body: sent as it stands. */
export const oddJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '{"email":',
    '{"__proto__":{"role":"admin"}}',
    '{"constructor":{"prototype":{}}}',
    `${'['.repeat(1e5)}${']'.repeat(1e5)}`,
    '{"a":"\\ud800"}',
    '{"a":"\\u0000"}',
    '{"a":1,"a":2}',
    '\uFEFF{}',
    'null',
    '""',
  ),
  oddText,
)
