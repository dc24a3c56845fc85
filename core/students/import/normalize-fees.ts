/** "₹ 45,000/-", "Rs. 45000.00" and "45000" are one amount; other text stays as it is. */
export function normalizeFees(text: string): string {
  const amount = text
    .trim()
    .replace(/^(?:₹|rs\.?|inr)\s*/i, '')
    .replace(/\/-$/, '')
    .replace(/[,\s]/g, '')
    .replace(/\.0{1,2}$/, '')
  return /^\d+$/.test(amount) ? amount : text.trim()
}
