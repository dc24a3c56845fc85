const maxPercent = 400
const exampleMinutes = 60

export function validateExtraTime(typed = ''): string | undefined {
  const text = typed.trim()
  if (!/^\d{1,9}$/.test(text)) return 'Enter a whole percentage, 0 for none'
  return Number(text) > maxPercent ? `Enter ${maxPercent} or less` : undefined
}

/** The effect on a test of one hour. */
export function describeExtraTime(typed: string): string {
  const percent = Number(typed)
  if (validateExtraTime(typed) || percent === 0) return 'No extra time.'
  const minutes = Math.round(exampleMinutes * (1 + percent / 100))
  return `A test of ${exampleMinutes} mins lasts ${minutes} mins.`
}
