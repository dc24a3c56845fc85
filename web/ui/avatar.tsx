import css from './avatar.module.css'

const shadeCount = 5

/** Initials on a colour that stays the same for a name; the name itself stands beside it. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className={css.avatar} data-shade={getShade(name)} aria-hidden="true">
      {getInitials(name)}
    </span>
  )
}

export function getInitials(name: string) {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toLocaleUpperCase()
}

function getShade(name: string) {
  const hash = Array.from(name).reduce(
    (sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 10_007,
    7,
  )
  return hash % shadeCount
}
