const mostPercent = 400
const exampleMinutes = 60

export function extraTimeFault(typed = ''): string | undefined {
  const text = typed.trim()
  if (!/^\d{1,9}$/.test(text)) return 'Enter a whole percentage, 0 for none'
  return Number(text) > mostPercent ? `Enter ${mostPercent} or less` : undefined
}

/** What it does to a test of an hour. */
export function extraTimeSays(typed: string): string {
  const percent = Number(typed)
  if (extraTimeFault(typed) || percent === 0) return 'No extra time.'
  const minutes = Math.round(exampleMinutes * (1 + percent / 100))
  return `A test of ${exampleMinutes} mins lasts ${minutes} mins.`
}
