import { site } from '#site'

/** Proxies, scanners and extensions change a page on its way, or before our scripts run. */
export const alterations: Readonly<Record<string, (html: string) => string>> = {
  'a script first in the head': addAfter('<head>', '<script>self.shield = true</script>'),
  'a bar first in the body': addAfter('<body>', '<div id="bar"><p>Translate this page?</p></div>'),
  'one text changed': (html) => html.replace(/(<body.*?>)([A-Z][a-z][^<]+)</s, '$1Changed $2<'),
  'mail addresses hidden': (html) =>
    addAfter(
      '<body>',
      '<script data-cfasync="false" src="/cdn-cgi/scripts/5c5dd728/cloudflare-static/email-decode.min.js"></script>',
    )(changeText(html, hideMail)),
  'phone numbers linked': (html) =>
    changeText(html, (text) =>
      text.replaceAll(
        new RegExp(`>([^<]*)${RegExp.escape(site.phone)}`, 'g'),
        `>$1<a href="tel:${site.phone.replace(/\s/g, '')}">${site.phone}</a>`,
      ),
    ),
  'blanks and comments left out': (html) =>
    changeText(html, (text) => text.replace(/<!--.*?-->/gs, '').replace(/\s+/g, ' ')),
  'a comment first in the body': addAfter('<body>', '<!-- checked by a filter -->'),
  'one more meta element': addBefore('</head>', '<meta name="checked" content="by a filter"/>'),
  'attributes of html and body': (html) =>
    html
      .replace('<html', '<html class="filtered" data-filter="on"')
      .replace('<body', '<body data-filter="on" style="padding-top:0"'),
  'a script last in the body': addBefore('</body>', '<script src="/filter.js"></script>'),
}

function addAfter(tag: string, added: string) {
  return (html: string) => html.replace(tag, tag + added)
}

function addBefore(tag: string, added: string) {
  return (html: string) => html.replace(tag, added + tag)
}

/** Everything in the body but scripts, which nobody changes without breaking pages everywhere. */
function changeText(html: string, change: (text: string) => string): string {
  const [head = '', body = ''] = html.split(/(?=<body)/)
  const parts = body.split(/(<script.*?<\/script>)/s)
  return head + parts.map((part) => (part.startsWith('<script') ? part : change(part))).join('')
}

/** As Cloudflare does. */
function hideMail(text: string): string {
  const hidden = `<span class="__cf_email__" data-cfemail="3b53">[email&#160;protected]</span>`
  return text
    .replaceAll(`mailto:${site.email}`, '/cdn-cgi/l/email-protection#3b53')
    .replaceAll(site.email, hidden)
}
