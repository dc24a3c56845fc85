const base = 36
const [tMin, tMax] = [1, 26]
const [skew, damp] = [38, 700]

/**
 * The letters of a domain label that stands for others, "xn--bcher-kva" for "bücher"; null where it
 * stands for nothing. RFC 3492, section 6.2.
 */
export function decodeLabel(label: string): string | null {
  if (!/^xn--[a-z0-9-]+$/.test(label)) return null
  const delimiter = label.lastIndexOf('-')
  const plain = label.slice(4, delimiter)
  const points = [...plain].map((letter) => letter.charCodeAt(0))
  const digits = [...label.slice(delimiter + 1)].map(readDigit)
  if (digits.length === 0) return null
  let [code, index, bias] = [128, 0, 72]
  for (let at = 0; at < digits.length; ) {
    const before = index
    for (let weight = 1, place = base; ; place += base) {
      const digit = digits[at]
      if (digit === undefined) return null
      at += 1
      index += digit * weight
      const threshold = Math.min(Math.max(place - bias, tMin), tMax)
      if (digit < threshold) break
      weight *= base - threshold
      if (weight > 0x7fffffff) return null
    }
    const length = points.length + 1
    bias = adaptBias(index - before, length, before === 0)
    code += Math.floor(index / length)
    index %= length
    if (code > 0x10ffff) return null
    points.splice(index, 0, code)
    index += 1
  }
  return String.fromCodePoint(...points)
}

/** a to z are 0 to 25, 0 to 9 are 26 to 35. */
function readDigit(character: string): number {
  const code = character.charCodeAt(0)
  return code >= 97 ? code - 97 : code - 22
}

function adaptBias(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? damp : 2))
  rest += Math.floor(rest / length)
  let place = 0
  while (rest > Math.floor(((base - tMin) * tMax) / 2)) {
    rest = Math.floor(rest / (base - tMin))
    place += base
  }
  return place + Math.floor(((base - tMin + 1) * rest) / (rest + skew))
}
