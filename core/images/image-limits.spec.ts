import { expect, it } from 'vitest'
import { findSizeError } from './image-limits.ts'

it.each([
  { width: 4_000, height: 3_000, fault: null },
  { width: 5_000, height: 5_000, fault: null },
  { width: 5_001, height: 5_000, fault: 'too-many-pixels' },
  { width: 12_000, height: 2_000, fault: null },
  { width: 12_001, height: 1_000, fault: 'too-long' },
  { width: 1_000, height: 12_001, fault: 'too-long' },
  { width: 1_000, height: 20, fault: null },
  { width: 1_001, height: 20, fault: 'too-narrow' },
  { width: 20, height: 1_001, fault: 'too-narrow' },
])('a picture of $width by $height is $fault', ({ width, height, fault }) => {
  expect(findSizeError(width, height)).toBe(fault)
})
