/** The written fields of a place. */
export interface WrittenPlace {
  city: string | null
  postal_code: string | null
  /** A two- or three-letter code, the letters on a number plate, or a name in a European language. */
  country: string | null
}

/** A written place, parsed for lookup. */
export interface ReadPlace {
  /** Texts that may name the country, most reliable first. */
  countries: string[]
  /** Texts that may be the postal code, most reliable first. */
  codes: string[]
  /** Texts that may name the town, most reliable first. */
  towns: string[]
}

/** Postal codes at the start of a text: four to six digits with at most one separator, seven in Portugal, British. */
const front =
  /^\s*(?:(\p{L}{1,3})\s*[-–]\s*|(\p{L}{1,2})\s?(?=\d))?(\d{4}-\d{3}|\d{2,3}[- ]?\d{2,3}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})(?![\d.])(?:\s?[A-Za-z]{2}(?![\p{L}\p{N}]))?(?=$|[\s,;/(]+\p{L}|[\s,;/]*\(|[\s,;/]+$)/u
/** After a town only unambiguous ones: with country letters, Dutch or British. */
const behind = /[\s,;]((?:(\p{L}{1,3})-\d{4,6}|\d{4} ?[A-Z]{2}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}))\s*(?:\([^)]*\)\s*)?$/u
/** `Aalst (BE)`, `Aalst, Belgium`. */
const countryBehind = /(?:\(\s*(\p{L}[\p{L} ]+)\)|,\s*(\p{L}[\p{L} ]+))\s*$/u
/** No other country has four digits and two letters. */
const dutch = /^\s*\d{4} ?[A-Za-z]{2}\s*$/

/**
 * Parses a written place, whichever field contains which part (PLACE-6): `B-9300 Aalst`, `9300 AALST (BE)` and `NL
 * 3011AB` in either field. A country in its own field takes precedence over letters at a postal code.
 */
export function readPlace({ city, postal_code, country }: WrittenPlace): ReadPlace {
  const texts = [postal_code ?? '', city ?? '']
  const read = texts.map(codeIn)
  const letters = texts.flatMap((text, at) =>
    [read[at]?.letters ?? [], countryBehind.exec(text)?.slice(1) ?? []].flat(),
  )
  const known = texts.some((text) => dutch.test(text)) ? ['NL'] : []
  return {
    countries: kept([country, ...letters, ...known]),
    codes: kept([read[0]?.code ?? postal_code, read[1]?.code]),
    towns: kept([city, postal_code]),
  }
}

function kept(texts: readonly (string | null | undefined)[]): string[] {
  return texts.filter((text) => typeof text === 'string' && text.trim() !== '') as string[]
}

function codeIn(text: string): { code: string; letters: string | undefined } | undefined {
  const [, dashed, plain, digits] = front.exec(text) ?? []
  if (digits !== undefined) return { code: digits, letters: dashed ?? plain }
  const [, code, letters] = behind.exec(text) ?? []
  return code === undefined ? undefined : { code, letters }
}

/** Digits of a postal code by country, where its regions are known. */
const digitsByCountry: Readonly<Record<string, number>> = {
  ...{ AT: 4, BE: 4, CH: 4, DK: 4, HU: 4, LU: 4, NL: 4, NO: 4, PT: 4, SI: 4 },
  ...{ CZ: 5, DE: 5, ES: 5, FI: 5, FR: 5, HR: 5, IT: 5, PL: 5, SE: 5, SK: 5, RO: 6 },
}

/**
 * Normalises a postal code for region lookup: without country letters and spaces, and with the leading zero that
 * spreadsheets drop; for Great Britain its leading letters, for Ireland the routing key.
 * @returns undefined for anything else, and in countries whose regions are not known
 */
export function readPostalCode(country: string, text: string): string | undefined {
  const written = text.trim().toUpperCase()
  if (country === 'GB') return written.match(/^(?:GB[- ]+)?([A-Z]{1,2})\d[A-Z\d]? ?(?:\d[A-Z]{2})?$/)?.[1]
  if (country === 'IE') return written.match(/^(?:IE[- ]+)?([A-Z]\d[\dW])(?: ?[A-Z\d]{4})?$/)?.[1]
  const length = digitsByCountry[country]
  if (length === undefined) return undefined
  const plain = written.replace(/^[A-Z]{1,3}(?:[- ]+(?=\d)|(?=\d))/, '')
  const [digits = ''] = plain.replace(/[\s.-]/g, '').match(/^\d+/) ?? []
  if (country === 'PT' && digits.length === 7) return digits.slice(0, 4)
  if (digits.length === length) return digits
  // Of the countries with four digits only Norway has codes with a leading zero, in Oslo.
  return digits.length === length - 1 && (length > 4 || country === 'NO') ? `0${digits}` : undefined
}
