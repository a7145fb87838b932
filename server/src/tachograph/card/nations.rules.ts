/** Countries in the order of their numbers, as ISO 3166-1 (annex 1C, appendix 1, 2.101); XY: a former state. */
const countries =
  '-- AT AL AD AM AZ BE BG BA BY CH CY CZ DE DK ES EE FR FI LI FO GB GE GR HU HR IT IE IS KZ LU LT LV MT MC MD MK NO NL PT PL RO SM RU SE SK SI TM TR UA VA XY ME RS UZ TJ'.split(
    ' ',
  )

/** The country for a number on a card; null if unspecified. */
export function nationOf(number: number): string | null {
  const country = countries[number]
  return country === undefined || country === '--' || country === 'XY' ? null : country
}

/** The number of a country on a card; 0 if it has none. */
export function numberOfNation(country: string | null): number {
  return country === null ? 0 : Math.max(0, countries.indexOf(country))
}
