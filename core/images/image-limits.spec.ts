import { expect, it } from 'vitest'
import { findSizeError } from './image-limits.ts'

it.each([
  { width: 4_000, height: 3_000, error: null },
  { width: 5_000, height: 5_000, error: null },
  { width: 5_001, height: 5_000, error: 'too-many-pixels' },
  { width: 12_000, height: 2_000, error: null },
  { width: 12_001, height: 1_000, error: 'too-long' },
  { width: 1_000, height: 12_001, error: 'too-long' },
  { width: 1_000, height: 20, error: null },
  { width: 1_001, height: 20, error: 'too-narrow' },
  { width: 20, height: 1_001, error: 'too-narrow' },
])('a picture of $width by $height is $error', ({ width, height, error }) => {
  expect(findSizeError(width, height)).toBe(error)
})
