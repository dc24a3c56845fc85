/** Plain http has no clipboard: there the old way is tried. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const textarea = document.createElement('textarea')
    textarea.value = text
    document.body.append(textarea)
    textarea.select()
    const isCopied = document.execCommand('copy')
    textarea.remove()
    return isCopied
  }
}
