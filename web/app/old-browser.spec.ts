import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { oldBrowserScript } from './old-browser.tsx'

function run(before: string) {
  const notice = { hidden: true }
  const document = { getElementById: (id: string) => (id === 'old-browser' ? notice : null) }
  runInNewContext(before + oldBrowserScript, { document })
  return notice.hidden ? 'hidden' : 'shown'
}

describe('the message for older browsers', () => {
  it('is shown where a required browser feature is missing', () => {
    expect(run('')).toBe('hidden')
    expect(run('delete Array.prototype.findLast;')).toBe('shown')
  })

  it('needs only a small script that any browser can parse', () => {
    expect(oldBrowserScript.length).toBeLessThanOrEqual(300)
    expect(oldBrowserScript).not.toMatch(/=>|`|\?\.|\blet\b|\bconst\b|navigator|userAgent/)
  })
})
