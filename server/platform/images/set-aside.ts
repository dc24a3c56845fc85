import type { ImageFiles } from './image-files.ts'

/** Copies first: killed in between, it is in both places, and the next run ends it. */
export async function moveImageFiles(
  names: readonly string[],
  { from, to }: { readonly from: ImageFiles; readonly to: ImageFiles },
): Promise<void> {
  if (names.length === 0) return
  await to.open()
  for (const name of names) {
    const bytes = await from.read(name)
    if (!bytes) continue
    await to.write(name, bytes)
    await from.remove([name])
  }
}
