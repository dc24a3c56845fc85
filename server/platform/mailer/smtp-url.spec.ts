import { describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { isTlsRequired, removeTlsParameter } from './smtp-url.ts'

describe('emails leave the machine through TLS only', () => {
  it.each([
    { url: 'smtp://mail.example:587', must: true },
    { url: 'smtp://user:pass@192.168.1.9:25', must: true },
    { url: 'smtp://127.0.0.1.example:25', must: true },
    { url: 'smtp://localhost.example:25', must: true },
    { url: 'smtp://mail.example:25?tls=off', must: false },
    { url: 'smtp://localhost:25', must: false },
    { url: 'smtp://127.0.0.1:2525', must: false },
    { url: 'smtp://[::1]:25', must: false },
    { url: 'smtps://mail.example:465', must: false },
  ])('$url: STARTTLS required is $must', ({ url, must }) => {
    expect(isTlsRequired(url)).toBe(must)
  })

  it('the parameter that turns TLS off is removed from the URL', () => {
    expect(
      removeTlsParameter('smtp://user:p%40ss@mail.example:25?tls=off&name=academy.example'),
    ).toBe('smtp://user:p%40ss@mail.example:25?name=academy.example')
  })

  it.each([
    { url: 'smtp://mail.example?tls=no', message: 'SMTP_URL: Only ?tls=off is understood' },
    { url: 'smtps://mail.example?tls=off', message: 'SMTP_URL: smtps:// always uses TLS' },
  ])('$url stops the start', ({ url, message }) => {
    expect(() => readConfig({ SMTP_URL: url })).toThrow(message)
  })
})
