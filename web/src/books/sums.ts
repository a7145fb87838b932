/** Totals by currency, from decimal text without binary floating point. */
export function sumsOf(
  documents: readonly { total_incl_tax: string; currency: string }[],
): { amount: string; currency: string }[] {
  const groups = Map.groupBy(documents, ({ currency }) => currency)
  return [...groups].map(([currency, some]) => ({
    currency,
    amount: sumOf(some.map(({ total_incl_tax: amount }) => amount)),
  }))
}

/** Total of amounts in one currency. */
export function sumOf(amounts: readonly string[]): string {
  return textOf(amounts.reduce((sum, amount) => sum + tenThousandths(amount), 0n))
}

/** Amounts have at most four decimals. */
const scale = 10_000n

function tenThousandths(amount: string): bigint {
  const [whole = '0', part = ''] = amount.replace('-', '').split('.')
  const value = BigInt(whole) * scale + BigInt(part.padEnd(4, '0').slice(0, 4))
  return amount.startsWith('-') ? -value : value
}

function textOf(sum: bigint): string {
  const value = sum < 0n ? -sum : sum
  const part = (value % scale)
    .toString()
    .padStart(4, '0')
    .replace(/0{1,2}$/, '')
  return `${sum < 0n ? '-' : ''}${value / scale}.${part}`
}
