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

it.each([
  {
    html: 'Choose:<ol><li>one<li><p>two</p></li><li></li></ol>end',
    text: 'Choose:\n1. one\n2. two\nend',
  },
  { html: '<ol start="4"><li>a<ul><li>b</li></ul></li><li>c</li></ol>', text: '4. a\n- b\n5. c' },
  {
    html: '<table><tr><th>x</th><th>y</th></tr><tr><td>1</td><td></td><td>2 3</td></tr></table>',
    text: 'x | y\n1 |  | 2 3',
  },
  {
    html: 'H<sub>2</sub>O, 10<sup>-3</sup>, 2<sup>n+1</sup> x<sup> </sup>',
    text: 'H_2O, 10^(-3), 2^(n+1) x',
  },
])('keeps numbers, cells and levels of $html', ({ html, text }) => {
  expect(parseHtmlContent(html)).toEqual({ text, code: null, pictures: [] })
})

it.each([
  {
    html: 'Which is <b>NOT</b> so? <em>Why</em>',
    text: 'Which is NOT so? Why',
    loss: 'bold or marked words',
  },
  { html: 'a <s>b</s>', text: 'a b', loss: 'lines through words' },
  { html: '<a href="https://a.b">See</a>', text: 'See', loss: 'addresses of links' },
])('says that $loss are lost', ({ html, text, loss }) => {
  expect(parseHtmlContent(html)).toMatchObject({ text, losses: [loss] })
})

it('says that code between words has lost its place', () => {
  const { losses } = parseHtmlContent('<p>Given</p><pre>a()</pre><p>what is it?</p>')
  expect(losses).toEqual(['the place of code: it stands below the words'])
  expect(parseHtmlContent('<p>What is it?</p><pre>a()</pre>').losses).toBeUndefined()
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
