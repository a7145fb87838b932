/** Official names of dangerous substances by UN number: English, German, French, Dutch (docs/adr-names.md). */
export const unNumbers: Readonly<Record<string, readonly [string, string, string, string]>> = {
  '1203': ['PETROL', 'BENZIN', 'ESSENCE', 'BENZINE'],
}
