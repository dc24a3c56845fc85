/**
 * Stand-ins for methods that we and our libraries call and that browsers at the floor lack.
 * web/app/entry.client.tsx loads this where `URL.parse` is missing, which is newer than all of it.
 */

const { prototype: array } = Array as ArrayConstructor & { prototype: unknown[] }

array.toSorted ??= function (compare) {
  return [...this].sort(compare)
}
array.toReversed ??= function () {
  return [...this].reverse()
}
array.toSpliced ??= function (...args: [number, number, ...unknown[]]) {
  const copy = [...this]
  copy.splice(...args)
  return copy
}
array.with ??= function (index, value) {
  const at = index < 0 ? this.length + index : index
  if (!(at in this)) throw new RangeError('There is no such place')
  return Object.assign([...this], { [at]: value })
}
String.prototype.toWellFormed ??= function () {
  // With the flag `u` a pair is one character, and what matches is half of one.
  return this.replace(/\p{Surrogate}/gu, '\ufffd')
}
Map.groupBy ??= (items, toKey) => {
  const groups = new Map()
  let index = 0
  for (const item of items) {
    const key = toKey(item, index++)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
}
URL.parse ??= (url, base) => {
  try {
    return new URL(url, base)
  } catch {
    return null
  }
}
AbortSignal.timeout ??= (ms) => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException('Timed out', 'TimeoutError')), ms)
  return controller.signal
}
