import { expect, it } from 'vitest'
import { parseHtmlContent } from './parse-html-content.ts'

it.each([
  { html: '2 &hearts; 3 &there4; &#150; &#x1F600;', text: '2 ♥ 3 ∴ – 😀' },
  { html: 'a&nbsp;&nbsp;b  c co&shy;operate', text: 'a  b c cooperate' },
  { html: 'f(a &lt b) &copy=1 &unknown; &amp;lt;', text: 'f(a &lt b) &copy=1 &unknown; &lt;' },
  { html: 'a < b and b > c', text: 'a < b and b > c' },
  { html: 'Is a <b', text: 'Is a <b' },
  { html: 'Is a </b', text: 'Is a </b' },
  { html: 'x<!-- a <b> comment -->y<!doctype html>', text: 'xy' },
  { html: '<![CDATA[a &amp; <b>]]>', text: 'a & <b>' },
  { html: 'Shown<script>if (a<b) hide()</script><STYLE>p {}</STYLE>', text: 'Shown' },
  { html: '<P>one<p>two<Br>three</P>', text: 'one\ntwo\nthree' },
])('reads $html', ({ html, text }) => {
  expect(parseHtmlContent(html)).toEqual({ text, code: null, pictures: [] })
})

it('keeps code as it stands, and takes the line break behind its tag for none of it', () => {
  const html = '<pre>\n\n  a &lt; b\n<code>\n</code>c<br>d</pre><p>Why?</p><pre>e'
  expect(parseHtmlContent(html)).toEqual({
    text: 'Why?',
    code: '\n  a < b\n\nc\nd\n\ne',
    pictures: [],
  })
})

it('finds pictures by their address alone', () => {
  const html = `<img data-src="no" alt=">" SRC='a.png?b&amp;c'><img src=d><img><img src="e"`
  expect(parseHtmlContent(html).pictures).toEqual(['a.png?b&c', 'd'])
})
