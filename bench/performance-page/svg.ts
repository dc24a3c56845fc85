export const width = 760
export const titleHeight = 34

// Dashes as well as colours distinguish the lines; both themes have a contrast of at least 4.5.
const style = `
svg { color-scheme: light dark; --paper: #fff; --ink: #24292f; --grid: #d8dee4;
  --c0: #1558b0; --c1: #a34700; --c2: #116b3c; --c3: #8a2a7d; --c4: #b3261e; --c5: #57606a }
@media (prefers-color-scheme: dark) { svg { --paper: #14181f; --ink: #e6e9ee; --grid: #3a414c;
  --c0: #8ab4ff; --c1: #ffb066; --c2: #62d19a; --c3: #e79adb; --c4: #ff8a80; --c5: #b4bcc8 } }
.paper { fill: var(--paper) }
text { font: 12px system-ui, sans-serif; fill: var(--ink) }
.title { font-size: 14px; font-weight: 600 }
.grid { stroke: var(--grid) }
.line { fill: none; stroke-width: 2; stroke-linejoin: round }
${[0, 1, 2, 3, 4, 5].map((n) => `.line.c${n} { stroke: var(--c${n}) } .bar.c${n} { fill: var(--c${n}) }`).join('\n')}
.c1 { stroke-dasharray: 7 3 } .c2 { stroke-dasharray: 2 3 } .c3 { stroke-dasharray: 10 3 2 3 }
.c4 { stroke-dasharray: 4 4 } .c5 { stroke-dasharray: 1 4; stroke-linecap: round }`

/** @param height in pixels, as all lengths here */
export function wrapSvg(title: string, height: number, parts: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeText(title)}">`,
    `<style>${style}\n</style>`,
    `<rect class="paper" width="${width}" height="${height}"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n')
}

type TextOptions = { readonly anchor?: 'middle' | 'end'; readonly className?: string }

export function drawText(
  x: number,
  y: number,
  content: string,
  { anchor, className }: TextOptions = {},
) {
  const attributes = [
    ...(anchor ? [` text-anchor="${anchor}"`] : []),
    ...(className ? [` class="${className}"`] : []),
  ].join('')
  return `<text x="${round(x)}" y="${round(y)}"${attributes}>${escapeText(content)}</text>`
}

export const round = (value: number) => Math.round(value * 10) / 10

function escapeText(value: string): string {
  return value.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const legendLeft = 64
const legendWidth = 112

export function drawLegend(name: string, index: number, y: number): string {
  const x = legendLeft + index * legendWidth
  return `<path class="line c${index}" d="M${x} ${y - 4}h20"/>${drawText(x + 26, y, name)}`
}
