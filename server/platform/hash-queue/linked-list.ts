type Link<T> = { previous: Link<T> | null; next: Link<T> | null; readonly value: T }

/** A list whose items may leave from either end or from the middle, without a search or a copy. */
export class LinkedList<T> {
  readonly #links = new Map<T, Link<T>>()
  #first: Link<T> | null = null
  #last: Link<T> | null = null

  get size(): number {
    return this.#links.size
  }

  get first(): T | undefined {
    return this.#first?.value
  }

  get last(): T | undefined {
    return this.#last?.value
  }

  append(value: T) {
    const link: Link<T> = { previous: this.#last, next: null, value }
    if (this.#last) this.#last.next = link
    else this.#first = link
    this.#last = link
    this.#links.set(value, link)
  }

  prepend(value: T) {
    const link: Link<T> = { previous: null, next: this.#first, value }
    if (this.#first) this.#first.previous = link
    else this.#last = link
    this.#first = link
    this.#links.set(value, link)
  }

  remove(value: T) {
    const link = this.#links.get(value)
    if (!link) return
    if (link.previous) link.previous.next = link.next
    else this.#first = link.next
    if (link.next) link.next.previous = link.previous
    else this.#last = link.previous
    this.#links.delete(value)
  }

  /** The other value takes its place. */
  replace(value: T, other: T) {
    const link = this.#links.get(value)
    if (!link) return
    const { previous, next } = link
    const replacement: Link<T> = { previous, next, value: other }
    if (previous) previous.next = replacement
    else this.#first = replacement
    if (next) next.previous = replacement
    else this.#last = replacement
    this.#links.delete(value)
    this.#links.set(other, replacement)
  }

  *[Symbol.iterator](): Generator<T> {
    for (let link = this.#first; link; link = link.next) yield link.value
  }

  *backwards(): Generator<T> {
    for (let link = this.#last; link; link = link.previous) yield link.value
  }
}
