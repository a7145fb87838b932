import { useNumberText, usePriceText } from '../books/amount.tsx'
import { unitSign } from './unit-sign.ts'

interface Calculated {
  quantity: string
  unit: string
  unit_price: string
  currency: string
}

/** Calculation of an amount: quantity with unit, times unit price. */
export function Calculation({ of: { quantity, unit, unit_price, currency } }: { of: Calculated }) {
  const [numberOf, priceOf] = [useNumberText(), usePriceText()]
  return (
    <span className="tnum whitespace-nowrap">
      {[numberOf(quantity), unitSign(unit), '×', priceOf(unit_price, currency)].filter((part) => part !== '').join(' ')}
    </span>
  )
}
