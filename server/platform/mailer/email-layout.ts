import { site } from '#site'
import { readOwnColors } from '../../../institute-folder.ts'

type EmailFact = readonly [label: string, value: string, href?: string]

/** A block of an email; its form in text and in HTML is decided here alone. */
export type EmailBlock =
  | { readonly paragraph: string }
  | { readonly secret: string; readonly label: string }
  | { readonly facts: readonly EmailFact[] }
  /** Text that somebody typed, with its line breaks. */
  | { readonly quote: string; readonly label: string }
  | { readonly link: string; readonly label: string }
  | { readonly steps: readonly string[]; readonly label: string }

export type EmailContent = {
  /** Shown beside the subject in a list of mails. */
  readonly preview: string
  readonly heading: string
  readonly blocks: readonly EmailBlock[]
  /** Why this email came, below the line. */
  readonly because: string
}

/** Without an address; the reason is the usual one where it is left out. */
export type EmailWords = Omit<EmailContent, 'because'> & {
  readonly subject: string
  readonly because?: string
}

export function renderText({ heading, blocks, because }: EmailContent): string {
  const parts = [heading, ...blocks.map(renderTextBlock), `-- \n${because}\n${imprint.join('\n')}`]
  return `${parts.join('\n\n')}\n`
}

function renderTextBlock(block: EmailBlock): string {
  if ('paragraph' in block) return block.paragraph
  if ('secret' in block) return `${block.label}:\n\n    ${block.secret}`
  if ('facts' in block) return block.facts.map(([label, value]) => `${label}: ${value}`).join('\n')
  if ('link' in block) return `${block.label}:\n${block.link}`
  if ('quote' in block) return `${block.label}:\n\n${toQuoteLines(block.quote).join('\n')}`
  const steps = block.steps.map((step, index) => `${index + 1}. ${step}`)
  return [`${block.label}:`, ...steps].join('\n')
}

/** Marked in each line, so that no sentence of theirs looks like one of ours. */
function toQuoteLines(quote: string): string[] {
  return quote
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map((line) => `> ${toHeaderText(line, 2000)}`.trimEnd())
}

const imprint = [site.product, ...site.address, site.phone, site.email]

const own = readOwnColors()
const pick = (name: string, usual: string) => own.get(name) ?? usual

// The colours of tokens.css, by name of role. Mail programs know no custom properties.
const light = {
  page: pick('--gray-0', '#fcfbf8'),
  surface: '#ffffff',
  border: pick('--gray-2', '#eaeae5'),
  text: pick('--gray-9', '#091619'),
  dimmed: pick('--gray-6', '#586a6d'),
  primary: pick('--peacock-7', '#046476'),
  soft: pick('--peacock-0', '#edfafa'),
  onSoft: pick('--peacock-8', '#004e5e'),
}
const dark = {
  page: pick('--dark-7', '#0d191c'),
  surface: pick('--dark-6', '#152326'),
  border: '#27383e',
  text: pick('--dark-0', '#e8eeef'),
  dimmed: pick('--dark-2', '#a3afb1'),
  primary: pick('--peacock-3', '#83d2d8'),
  soft: pick('--peacock-9', '#10333b'),
  onSoft: pick('--peacock-2', '#b3e6e8'),
}
const body = "font-family:Figtree,'Segoe UI',Roboto,Arial,sans-serif"
const display = "font-family:Gabarito,'Trebuchet MS','Segoe UI',Roboto,Arial,sans-serif"
const mono = "font-family:'JetBrains Mono',Menlo,Consolas,'Courier New',monospace"

const styles = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:${dark.page}!important}
.card{background:${dark.surface}!important;border-color:${dark.border}!important}
.text{color:${dark.text}!important}
.dim{color:${dark.dimmed}!important}
.line{border-color:${dark.border}!important}
.soft{background:${dark.soft}!important;color:${dark.onSoft}!important}
.link{color:${dark.primary}!important}
.button{background:${dark.primary}!important;color:${light.text}!important}
}
@media (max-width:480px){.pad{padding:24px 20px 4px!important}}`

export function renderHtml({ preview, heading, blocks, because }: EmailContent): string {
  const paragraphStyle = `margin:0 0 16px;${body};font-size:16px;line-height:1.6;color:${light.text}`
  return `<!doctype html>
<html lang="${site.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>${styles}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${light.page}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="page" style="background:${light.page}">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td style="padding:0 4px 16px">${renderWordmark()}</td></tr>
<tr><td class="card pad" style="background:${light.surface};border:1px solid ${light.border};border-radius:14px;padding:32px 32px 12px">
<h1 class="text" style="margin:0 0 16px;${display};font-size:24px;line-height:1.2;font-weight:700;color:${light.text}">${escapeHtml(heading)}</h1>
${blocks.map((block) => renderHtmlBlock(block, paragraphStyle)).join('\n')}
</td></tr>
<tr><td class="dim" style="padding:20px 4px 0;${body};font-size:13px;line-height:1.6;color:${light.dimmed}">
${linkContacts(because)}<br><br>${imprint.map(linkContacts).join('<br>')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function renderHtmlBlock(block: EmailBlock, paragraphStyle: string): string {
  if ('paragraph' in block)
    return `<p class="text" style="${paragraphStyle}">${linkContacts(block.paragraph)}</p>`
  if ('secret' in block) {
    return `<p class="dim" style="margin:0 0 6px;${body};font-size:14px;color:${light.dimmed}">${escapeHtml(block.label)}</p>
<p class="soft" translate="no" style="margin:0 0 20px;padding:14px 18px;border-radius:10px;background:${light.soft};${mono};font-size:22px;line-height:1.3;color:${light.onSoft}">${escapeHtml(block.secret)}</p>`
  }
  if ('facts' in block) {
    return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;border-collapse:collapse">
${block.facts.map(renderFact).join('\n')}
</table>`
  }
  if ('link' in block) return renderButton(block.link, block.label)
  if ('quote' in block) {
    const lines = toQuoteLines(block.quote).map((line) => escapeHtml(line.slice(2)))
    return `<p class="dim" style="margin:0 0 6px;${body};font-size:14px;color:${light.dimmed}">${escapeHtml(block.label)}</p>
<blockquote class="text line" style="margin:0 0 20px;padding:2px 0 2px 16px;border-left:3px solid ${light.border};${body};font-size:16px;line-height:1.6;word-break:break-word;overflow-wrap:anywhere;color:${light.text}">${lines.join('<br>')}</blockquote>`
  }
  const steps = block.steps.map((step) => `<li style="margin:0 0 6px">${escapeHtml(step)}</li>`)
  return `<p class="text" style="margin:0 0 8px;${body};font-size:16px;font-weight:600;color:${light.text}">${escapeHtml(block.label)}</p>
<ol class="text" style="margin:0 0 16px;padding:0 0 0 22px;${body};font-size:16px;line-height:1.6;color:${light.text}">${steps.join('')}</ol>`
}

function renderFact([label, value, href]: EmailFact): string {
  const cell = `padding:10px 0;border-top:1px solid ${light.border};${body};font-size:15px;line-height:1.45;text-align:left;vertical-align:top;word-break:break-word;overflow-wrap:anywhere`
  return `<tr><th scope="row" class="dim line" width="30%" style="${cell};padding-right:12px;font-weight:400;color:${light.dimmed}">${escapeHtml(label)}</th><td class="text line" style="${cell};font-weight:600;color:${light.text}">${href ? renderLink(href, value) : escapeHtml(value)}</td></tr>`
}

function renderLink(href: string, text: string): string {
  return `<a href="${escapeHtml(href)}" class="link" style="color:${light.primary}">${escapeHtml(text)}</a>`
}

/** The institute's address and number can be pressed wherever a sentence names them. */
function linkContacts(text: string): string {
  return [
    [site.email, `mailto:${site.email}`],
    [site.phone, toTelHref(site.phone)],
  ].reduce(
    (html, [shown = '', href = '']) => html.replaceAll(escapeHtml(shown), renderLink(href, shown)),
    escapeHtml(text),
  )
}

export function toTelHref(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}

/** The address is repeated below: some programs show no buttons, and people may copy it. */
function renderButton(link: string, label: string): string {
  const url = escapeHtml(link)
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 10px"><tr><td class="button" style="border-radius:10px;background:${light.primary}">
<a href="${url}" class="button" style="display:inline-block;padding:12px 22px;border-radius:10px;background:${light.primary};${body};font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a>
</td></tr></table>
<p style="margin:0 0 20px;${body};font-size:13px;line-height:1.5;word-break:break-all"><a href="${url}" class="link" style="color:${light.primary}">${url}</a></p>`
}

/** Three bars, the top one highlighted, beside the name. */
function renderWordmark(): string {
  const renderBar = (colour: string, width: number) =>
    `<div style="width:${width}px;height:6px;margin:0 auto 2px;border-radius:2px;background:${colour};font-size:0;line-height:0">&nbsp;</div>`
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td width="30" style="padding-right:10px">${renderBar('#f9b735', 18)}${renderBar('#279baa', 24)}${renderBar('#046476', 30)}</td>
<td class="text" style="${display};font-size:18px;font-weight:700;color:${light.text}">${escapeHtml(site.product)}</td>
</tr></table>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

// Joiners (U+200C, U+200D) are kept: names in Indian scripts need them.
const controlCharacters = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu

/** One line without anything that could start a header, or turn the reading direction. */
export function toHeaderText(text: string, maxLength = 200): string {
  const line = text.toWellFormed().replace(controlCharacters, ' ').replace(/\s+/g, ' ').trim()
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).toWellFormed()}…` : line
}

/** "K.Ramesh", "A.P.J.Kalam" and "Md.Asif" are names, though mail programs may link "x.com". */
const dottedName =
  /^(?:(?:\p{L}|dr|er|md|mohd|mr|mrs|ms|prof|shri|smt|sri|st)\.)+(?!(?:app|bet|biz|club|com|dev|info|link|live|net|one|online|org|page|pro|shop|site|store|top|vip|web|win|xyz)$)\p{L}{3,}$/iu

/**
 * Anyone can register any address with an advertisement for a name, and we must not deliver it: a
 * name that looks like a link or an address is not used in the greeting.
 */
export function composeGreeting(name: string): string {
  const plain = toHeaderText(name, 80)
  const looksLikeLink = plain
    .split(' ')
    .some((word) => /[/@\\]|www\.|\.[a-z]{2,}\b/i.test(word) && !dottedName.test(word))
  return plain === '' || looksLikeLink ? 'Hello,' : `Hello ${plain},`
}
