import { useNumberText, usePriceText } from '../books/amount.tsx'
import { unitSign } from './unit-sign.ts'

interface Calculated {
  quantity: string
  unit: string
  unit_price: string
  currency: string
}

/** How an amount is calculated: the quantity with its unit, times the price of one. */
export function Calculation({ of: { quantity, unit, unit_price, currency } }: { of: Calculated }) {
  const [numberOf, priceOf] = [useNumberText(), usePriceText()]
  return (
    <span className="tnum whitespace-nowrap">
      {[numberOf(quantity), unitSign(unit), '×', priceOf(unit_price, currency)].filter((part) => part !== '').join(' ')}
    </span>
  )
}
