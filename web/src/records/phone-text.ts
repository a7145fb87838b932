/** Two-digit calling codes, the most frequent here. Others have one or three digits. */
const ofTwo =
  /^(20|27|30|31|32|33|34|36|39|40|41|43|44|45|46|47|48|49|51|52|53|54|55|56|57|58|60|61|62|63|64|65|66|81|82|84|86|90|91|92|93|94|95|98)/

/** A phone number in groups: `+32 470 12 34 56`. Unchanged if not international. */
export function phoneText(number: string): string {
  const digits = /^\+(\d{8,15})$/.exec(number)?.[1]
  if (digits === undefined) return number
  const codeLength = /^[17]/.test(digits) ? 1 : ofTwo.test(digits) ? 2 : 3
  const own = digits.slice(codeLength)
  const head = own.length % 2 === 0 ? 2 : 3
  return [`+${digits.slice(0, codeLength)}`, own.slice(0, head), ...(own.slice(head).match(/\d\d/g) ?? [])].join(' ')
}
