/** A decimal of the contract in a sentence or a table: with the decimal mark of the reader. */
export function decimalText(decimal: string, language: string): string {
  return language.startsWith('en') ? decimal : decimal.replace('.', ',')
}
