import css from './avatar.module.css'

const shades = 5

/** Initials on a colour that stays the same for a name; the name itself stands beside it. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className={css.avatar} data-shade={shadeOf(name)} aria-hidden="true">
      {initials(name)}
    </span>
  )
}

export function initials(name: string) {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toLocaleUpperCase()
}

function shadeOf(name: string) {
  const mixed = Array.from(name).reduce(
    (sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 10_007,
    7,
  )
  return mixed % shades
}
