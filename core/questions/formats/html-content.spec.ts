import { describe, expect, it } from 'vitest'
import { joinCode, markCodeLines, toCodeHtml, toHtml } from './html-content.ts'

describe('a text becomes a page', () => {
  it.each([
    ['R&D: is 1 < 2 > 0?', 'R&amp;D: is 1 &lt; 2 &gt; 0?'],
    ['Is it (`<b>`) or (`f()`)?', 'Is it (<code>&lt;b&gt;</code>) or (<code>f()</code>)?'],
    ['one\ntwo\n\nthree', 'one<br>two<br><br>three'],
    ['a `` b', 'a `` b'],
    ['` a`', '<code>&nbsp;a</code>'],
    ['`\n`', '`<br>`'],
    ['a  b   c', 'a&nbsp; b&nbsp;&nbsp; c'],
    [' a\n b', '&nbsp;a<br>&nbsp;b'],
    ['a \nb ', 'a&nbsp;<br>b&nbsp;'],
    ['a\tb', 'a&#9;b'],
  ])('whose spaces and signs stay: %j', (text, html) => {
    expect(toHtml(text)).toBe(html)
  })

  it('whose code stands as it is', () => {
    expect(toCodeHtml('if (a < b && c > d)\n\treturn')).toBe(
      '<pre><code>if (a &lt; b &amp;&amp; c &gt; d)\n\treturn</code></pre>',
    )
  })
})

describe('code behind the words of an option', () => {
  it.each([
    ['Prints', null, 'Prints'],
    ['Prints', 'a = 1', 'Prints `a = 1`'],
    ['', 'a = 1', '`a = 1`'],
    ['Prints', ' echo `date` ', 'Prints echo `date`'],
    ['', 'a\nb', '`a`\n`b`'],
  ])('%j and %j are %j', (text, code, joined) => {
    expect(joinCode(text, code)).toBe(joined)
  })

  it.each([
    ['  a = 1  \n    b = 2', '`  a = 1`\n`    b = 2`'],
    ['\n \na\n\nb\n\n', '`a`\n\n`b`'],
    ['a\n   \nb', '`a`\n\n`b`'],
    [' \n ', ''],
  ])('has each line between backticks: %j', (code, marked) => {
    expect(markCodeLines(code)).toBe(marked)
  })
})
