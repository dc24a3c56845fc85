/** No letters anywhere: a machine without fonts draws the same picture. */
export const ink = '#1d3557'
export const paleInk = '#9fb3c8'
export const fill = '#cfe3f1'

export function drawBox(
  x: number,
  y: number,
  width: number,
  height: number,
  style = plainBox,
): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" ${style}/>`
}

export const plainBox = `fill="${fill}" stroke="${ink}" stroke-width="3"`
export const frame = `fill="none" stroke="${paleInk}" stroke-width="3" stroke-dasharray="8 6"`
export const hatched = `fill="url(#hatch)" stroke="${ink}" stroke-width="3"`

export function drawCircle(x: number, y: number, radius: number, style = plainBox): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" ${style}/>`
}

export function drawLine(points: readonly (readonly [number, number])[], width = 4): string {
  const path = points.map(([x, y]) => `${x},${y}`).join(' ')
  return `<polyline points="${path}" fill="none" stroke="${ink}" stroke-width="${width}"
    stroke-linecap="round" stroke-linejoin="round"/>`
}

export function drawSvg(width: number, height: number, shapes: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"
    width="${width}" height="${height}">
    <defs><pattern id="hatch" width="12" height="12" patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"><rect width="12" height="12" fill="#fff4d6"/>
      <rect width="4" height="12" fill="#e09f3e"/></pattern></defs>
    <rect width="100%" height="100%" fill="#ffffff"/>${shapes.join('')}</svg>`
}
