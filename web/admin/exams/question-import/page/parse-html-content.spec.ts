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
  {
    html: '<ol type="i"><li>a</li><li>b</li><li value="9">c</li></ol>',
    text: 'i. a\nii. b\nix. c',
  },
  {
    html: '<ol style="list-style-type: upper-alpha;" start="26"><li>a</li><li>b</li></ol>',
    text: 'Z. a\nAA. b',
  },
  { html: '<ol><li><sup>2</sup>H</li><li><code>b</code></li></ol>', text: '1. ^2H\n2. `b`' },
  { html: '<dl><dt>a</dt><dd>b</dd></dl><figcaption>c</figcaption>', text: 'a\nb\nc' },
  { html: 'x<span style="vertical-align: super;">2</span> <span>y</span>', text: 'x^2 y' },
  { html: 'Say <q>no</q>', text: 'Say "no"' },
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
  {
    html: '<span style="text-decoration: underline;">not</span>',
    text: 'not',
    loss: 'bold or marked words',
  },
  {
    html: 'a <span style="color: rgb(239, 69, 64);">b</span>',
    text: 'a b',
    loss: 'bold or marked words',
  },
  {
    html: 'a <span style="text-decoration:line-through">b</span>',
    text: 'a b',
    loss: 'lines through words',
  },
  {
    html: '<math><mi>x</mi><annotation encoding="TeX">x</annotation></math>',
    text: 'x',
    loss: 'the form of formulas',
  },
])('reports that $loss are lost', ({ html, text, loss }) => {
  expect(parseHtmlContent(html)).toMatchObject({ text, losses: [loss] })
})

it.each([
  '<span style="color: rgb(29, 33, 37); background-color: #fff">a</span>',
  '<strong style="font-weight: normal;"><span style="font-weight: 400; color: #434343">a</span></strong>',
  '<a name="top">a</a>',
  '<td style="background-color: yellow">a</td>',
])('reports no loss for %s', (html) => {
  expect(parseHtmlContent(html)).toEqual({ text: 'a', code: null, pictures: [] })
})

it('reports no loss for a link whose words are its address', () => {
  const html = '<a href="https://a.b/c/">a.b/c</a>, <a href="mailto:a@b.c">write to a@b.c</a>'
  expect(parseHtmlContent(html).losses).toBeUndefined()
})

it.each([
  {
    html: '<p>Given</p><pre>\nif a:\n  b()\n\nc()</pre><p>what is it?</p>',
    text: 'Given\n`if a:`\n`  b()`\n\n`c()`\nwhat is it?',
    code: null,
  },
  { html: 'Is<pre>a</pre><pre>b</pre>so?', text: 'Is\n`a`\n\n`b`\nso?', code: null },
  {
    html: '<p>Which?</p><ol><li><pre>a</pre></li><li><pre>b</pre></li></ol>',
    text: 'Which?\n1. `a`\n2. `b`',
    code: null,
  },
  { html: '<pre>a</pre>or<pre>b</pre>', text: '`a`\nor', code: 'b' },
  { html: 'Is<pre> </pre>so?', text: 'Is\nso?', code: null },
  { html: '<pre>a</pre>What is it?', text: 'What is it?', code: 'a' },
  { html: '<p>What is it?</p><pre>a()</pre>', text: 'What is it?', code: 'a()' },
])('keeps code in its place: $html', ({ html, text, code }) => {
  expect(parseHtmlContent(html)).toEqual({ text, code, pictures: [] })
})

it.each(['`a`', 'a'.repeat(5000)])('reports that code between words has lost its place', (code) => {
  expect(parseHtmlContent(`<p>Given</p><pre>${code}</pre><p>what is it?</p>`)).toEqual({
    text: 'Given\nwhat is it?',
    code,
    pictures: [],
    losses: ['the place of code: it stands below the words'],
  })
})

it.each([
  { html: 'Run <code>a();<br>  b();</code>!', text: 'Run `a();`\n`b();`!' },
  { html: '<tt>a</tt> or <kbd>b</kbd>', text: '`a` or `b`' },
  { html: '<code>a `b`</code>', text: 'a `b`' },
  { html: '<code>x<sub>1</sub> </code>y', text: '`x_1` y' },
  { html: '<code></code>a</code>', text: 'a' },
])('marks code in a line of words: $html', ({ html, text }) => {
  expect(parseHtmlContent(html)).toEqual({ text, code: null, pictures: [] })
})

it('keeps code unchanged, without the line break after its tag', () => {
  const html = '<p>Why?</p><pre>\n\n  a &lt; b\n<code>\n</code>c<br>d</pre><pre>e'
  expect(parseHtmlContent(html)).toEqual({
    text: 'Why?',
    code: '\n  a < b\n\nc\nd\n\ne',
    pictures: [],
  })
  const lines = '<pre><div>a</div><div style="color: red">b</div></pre>'
  expect(parseHtmlContent(lines)).toEqual({ text: '', code: 'a\nb\n', pictures: [] })
})

it('finds pictures with their addresses and descriptions', () => {
  const html = `<img data-src="no" alt=">" SRC='a.png?b&amp;c'><img src=d><img><img src="e"`
  expect(parseHtmlContent(html).pictures).toEqual([
    { address: 'a.png?b&c', alt: '>' },
    { address: 'd', alt: '' },
  ])
})
