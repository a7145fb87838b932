import { foldText, plainText } from '@cartage/contract/reading/fold'
import countries from 'i18n-iso-countries/index.js'
import bulgarian from 'i18n-iso-countries/langs/bg.json' with { type: 'json' }
import czech from 'i18n-iso-countries/langs/cs.json' with { type: 'json' }
import danish from 'i18n-iso-countries/langs/da.json' with { type: 'json' }
import german from 'i18n-iso-countries/langs/de.json' with { type: 'json' }
import greek from 'i18n-iso-countries/langs/el.json' with { type: 'json' }
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import spanish from 'i18n-iso-countries/langs/es.json' with { type: 'json' }
import estonian from 'i18n-iso-countries/langs/et.json' with { type: 'json' }
import finnish from 'i18n-iso-countries/langs/fi.json' with { type: 'json' }
import french from 'i18n-iso-countries/langs/fr.json' with { type: 'json' }
import croatian from 'i18n-iso-countries/langs/hr.json' with { type: 'json' }
import hungarian from 'i18n-iso-countries/langs/hu.json' with { type: 'json' }
import italian from 'i18n-iso-countries/langs/it.json' with { type: 'json' }
import lithuanian from 'i18n-iso-countries/langs/lt.json' with { type: 'json' }
import latvian from 'i18n-iso-countries/langs/lv.json' with { type: 'json' }
import dutch from 'i18n-iso-countries/langs/nl.json' with { type: 'json' }
import norwegian from 'i18n-iso-countries/langs/no.json' with { type: 'json' }
import polish from 'i18n-iso-countries/langs/pl.json' with { type: 'json' }
import portuguese from 'i18n-iso-countries/langs/pt.json' with { type: 'json' }
import romanian from 'i18n-iso-countries/langs/ro.json' with { type: 'json' }
import slovak from 'i18n-iso-countries/langs/sk.json' with { type: 'json' }
import slovenian from 'i18n-iso-countries/langs/sl.json' with { type: 'json' }
import swedish from 'i18n-iso-countries/langs/sv.json' with { type: 'json' }
import turkish from 'i18n-iso-countries/langs/tr.json' with { type: 'json' }
import ukrainian from 'i18n-iso-countries/langs/uk.json' with { type: 'json' }

// If two languages use a name for different countries, the first one wins.
const languages = [
  ...[english, dutch, french, german, spanish, italian, polish, portuguese, danish, swedish, norwegian, finnish, czech],
  ...[
    slovak,
    hungarian,
    romanian,
    croatian,
    slovenian,
    estonian,
    latvian,
    lithuanian,
    greek,
    bulgarian,
    turkish,
    ukrainian,
  ],
]

/** Common non-ISO codes of Greece, the United Kingdom and Northern Ireland. */
const aliases: Readonly<Record<string, string>> = { el: 'GR', uk: 'GB', xi: 'GB' }

const known = createTable()
/** Upper-case two-letter codes, looked up without folding. */
const written: ReadonlyMap<string, string> = new Map(
  [...new Set(known.keys())].filter((key) => key.length === 2).map((key) => [key.toUpperCase(), known.get(key)!]),
)

function createTable(): ReadonlyMap<string, string> {
  const table = new Map<string, string>(Object.entries(aliases))
  for (const [code, three] of Object.entries(countries.getAlpha2Codes()).map(([two, three]) => [two, three] as const)) {
    table.set(code.toLowerCase(), code)
    table.set(three.toLowerCase(), code)
  }
  for (const { countries: names } of languages) {
    for (const [code, given] of Object.entries(names as Record<string, string | string[]>)) {
      for (const name of [given].flat()) if (!table.has(keyOf(name))) table.set(keyOf(name), code)
    }
  }
  return table
}

function keyOf(text: string): string {
  return plainText(text).replace(/[^\p{L}\p{N}]+/gu, '')
}

/**
 * The two-letter code of a country (ISO 3166), from a code of two or three letters or a name in a European language.
 * The same table is used wherever a country arrives (SEARCH-8); UK, EL and XI are understood. Undefined for anything
 * else.
 */
export function countryCode(text: string | null | undefined): string | undefined {
  // Almost every text is a valid code, and folding it would be expensive.
  return text ? (written.get(text) ?? known.get(keyOf(text))) : undefined
}

/** Comparison key of a country: its code, else the folded text. */
export function countryKey(text: string | null | undefined): string {
  return countryCode(text) ?? foldText(text ?? '')
}
