import { IconCurrencyRupee } from '@tabler/icons-react'
import { getMoneySymbol } from '#contract/format.ts'

/** The sign of the institute's currency, drawn where it is the rupee. */
export function MoneyIcon({ size }: { size: number }) {
  const symbol = getMoneySymbol()
  if (symbol === '₹') return <IconCurrencyRupee size={size} stroke={1.75} aria-hidden="true" />
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <text
        x="12"
        y="18"
        textAnchor="middle"
        fontSize={symbol.length > 1 ? 11 : 19}
        fill="currentColor"
      >
        {symbol}
      </text>
    </svg>
  )
}
