/**
 * Makes a value when it is first read. A format of the browser takes milliseconds on a phone, and a
 * page that imports twenty of them shows two.
 */
export function onFirstUse<Value>(create: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => {
    made ??= { value: create() }
    return made.value
  }
}
