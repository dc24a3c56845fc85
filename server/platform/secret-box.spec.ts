import { expect, it } from 'vitest'
import { createSecretBox } from './secret-box.ts'

const box = createSecretBox(Buffer.alloc(32, 1))

it('gives back what was sealed, to its owner only', () => {
  const sealed = box.seal('JBSWY3DPEHPK3PXP', 'asha')
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP')
  expect(box.open(sealed, 'asha')).toBe('JBSWY3DPEHPK3PXP')
  expect(box.open(sealed, 'rohan')).toBeNull()
})

it('seals the same differently each time', () => {
  expect(box.seal('same', 'asha')).not.toBe(box.seal('same', 'asha'))
})

it('opens nothing under another secret, and nothing that was changed', () => {
  const sealed = box.seal('secret', 'asha')
  expect(createSecretBox(Buffer.alloc(32, 2)).open(sealed, 'asha')).toBeNull()
  for (const broken of ['', 'short', `${sealed.slice(0, -2)}AA`]) {
    expect(box.open(broken, 'asha')).toBeNull()
  }
})
