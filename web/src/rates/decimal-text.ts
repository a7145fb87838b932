/** A decimal of the contract in a text or table, with the reader's decimal mark. */
export function decimalText(decimal: string, language: string): string {
  return language.startsWith('en') ? decimal : decimal.replace('.', ',')
}
