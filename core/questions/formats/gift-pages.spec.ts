import { describe, expect, it } from 'vitest'
import { readGift } from './gift.ts'
import type { ParseHtml } from './html-content.ts'

describe('a question that is a page', () => {
  /** Knows bold words and pictures, and takes all other tags away. */
  const parsePage: ParseHtml = (html) => ({
    text: html.replace(/<[^<>]*>/g, '').replaceAll('&amp;', '&'),
    code: /<pre>(.*?)<\/pre>/.exec(html)?.[1] ?? null,
    pictures: html.includes('<img') ? [{ address: 'a.png', alt: '' }] : [],
    losses: html.includes('<b>') ? ['bold or marked words'] : [],
  })
  const read = (gift: string) => {
    const [entry] = readGift(gift, parsePage).entries
    return entry ?? expect.unreachable(gift)
  }

  it.each([
    { gift: 'Is <i>a</i> so? {=a ~b}', text: 'Is a so?' },
    { gift: 'Is R&amp;D so? {=a ~b}', text: 'Is R&D so?' },
    { gift: 'Is it so? {=<i>a</i> ~b}', text: 'Is it so?' },
    { gift: 'Is `f` <i>so</i>? {=a ~b}', text: 'Is `f` so?' },
    { gift: 'Is <p class\\="tag">this</p> so? {=a ~b}', text: 'Is this so?' },
    { gift: '[html]Is <br> so? {=a ~b}', text: 'Is  so?' },
  ])('is read as one: $gift', ({ gift, text }) => {
    expect(read(gift)).toMatchObject({ errors: [], losses: [], question: { text } })
  })

  it.each([
    'Is <i>a so? {=a ~b}',
    'Is <br> so? {=a ~b}',
    'Is x<i>tag</i>y <i>so</i>? {=a ~b}',
    'Which element is <i>so</i>? {=a ~b}',
    'Is `f` or `<i>` <i>so</i>? {=a ~b}',
    'Is `a &amp; b` <i>so</i>? {=a ~b}',
    'Is it so? {=<b>a</b> ~<i>a</i>}',
    'Is it so? {=<b>a</b> ~ <i> a</i>}',
    'Is it so? {=<b></b> ~<i>a</i>}',
    '[moodle]Is <i>a</i> so? {=a ~b}',
  ])('is none: %s', (gift) => {
    const { question } = read(gift)
    expect(question?.text).toBe(gift.slice(0, gift.indexOf('{')).replace('[moodle]', '').trim())
    expect(question?.options[0]?.text).toBe(/=(.*?) ~/.exec(gift)?.[1])
  })

  it('may have an option that is none, and the other way round', () => {
    expect(read('[html]Is it? {=[plain]<i>a</i> ~<i>b</i>}').question?.options).toMatchObject([
      { text: '<i>a</i>' },
      { text: 'b' },
    ])
    expect(read('[plain]Is it? {=[html]<i>a</i> ~<i>b</i>}').question?.options).toMatchObject([
      { text: 'a' },
      { text: '<i>b</i>' },
    ])
  })

  it.each([
    { gift: '[html]Is it? {=a ~b}', losses: [] },
    { gift: '[html]Is it <img>? {=a ~b}', losses: ['pictures'] },
    { gift: '[html]Is it? {=a ~<img>b}', losses: ['pictures'] },
    { gift: '[html]Is <b>it</b>? {=a ~b}', losses: ['bold or marked words'] },
    { gift: '[html]Is it? {=a ~<b>b</b>}', losses: ['bold or marked words'] },
    {
      gift: '[html]Is it? {=a#Yes ~<img>%50%<b>b</b>}',
      losses: ['feedback', 'pictures', 'bold or marked words'],
    },
  ])('loses $losses: $gift', ({ gift, losses }) => {
    expect(read(gift).losses).toEqual(losses)
  })

  it('may have code, which stands behind the words of an option', () => {
    const { question } = read('[html]<pre>a</pre>{=<pre>b</pre> ~c}')
    expect(question).toMatchObject({ code: 'a', options: [{ text: 'b `b`' }, { text: 'c' }] })
  })
})
