import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countryOfPlace, findPlace, findTimeZone } from './cities.views.ts'
import { candidateNames, findLine, foldName } from './city-names.rules.ts'
import { type Coordinates, greatCircleKm as distance } from './great-circle.rules.ts'

async function findCity(city: string, country: string): Promise<Coordinates | undefined> {
  const place = await findPlace({ city, country, postal_code: null })
  return place && { latitude: place.latitude, longitude: place.longitude }
}

/** `town, country, degrees north, degrees east`: container ports and towns of road haulage, in common spellings. */
const known = `
Antwerpen, BE, 51.26, 4.40; Zeebrugge, BE, 51.33, 3.20; Gent, BE, 51.05, 3.72; Genk, BE, 50.97, 5.50;
Liège, BE, 50.63, 5.57; Willebroek, BE, 51.06, 4.36; Meerhout, BE, 51.13, 5.08; Beveren, BE, 51.21, 4.26;
Kallo, BE, 51.25, 4.28; Kortrijk, BE, 50.83, 3.26; Mouscron, BE, 50.74, 3.22; Oostende, BE, 51.22, 2.92;
Rotterdam, NL, 51.92, 4.48; Maasvlakte, NL, 51.95, 4.02; Moerdijk, NL, 51.70, 4.63; Venlo, NL, 51.37, 6.17;
Tilburg, NL, 51.56, 5.09; Vlissingen, NL, 51.44, 3.57; Amsterdam, NL, 52.37, 4.90; Den Haag, NL, 52.08, 4.31;
's-Hertogenbosch, NL, 51.69, 5.30; Ridderkerk, NL, 51.87, 4.60; Barendrecht, NL, 51.86, 4.54; Born, NL, 51.03, 5.81;
Hamburg, DE, 53.54, 9.97; Bremerhaven, DE, 53.55, 8.58; Wilhelmshaven, DE, 53.52, 8.11; Duisburg, DE, 51.43, 6.76;
Köln, DE, 50.94, 6.96; München, DE, 48.14, 11.58; Neuss, DE, 51.20, 6.69; Mannheim, DE, 49.49, 8.47;
Germersheim, DE, 49.22, 8.37; Ludwigshafen, DE, 49.48, 8.44; Rostock, DE, 54.09, 12.10; Lübeck, DE, 53.87, 10.69;
Kassel, DE, 51.31, 9.49; Emmerich am Rhein, DE, 51.83, 6.25; Bad Hersfeld, DE, 50.87, 9.71; Hof, DE, 50.32, 11.92;
Frankfurt (Oder), DE, 52.34, 14.55; Frankfurt am Main, DE, 50.11, 8.68; Singen, DE, 47.76, 8.84; Kehl, DE, 48.57, 7.81;
Le Havre, FR, 49.49, 0.11; Dunkerque, FR, 51.03, 2.38; Marseille, FR, 43.30, 5.37; Fos-sur-Mer, FR, 43.44, 4.94;
Calais, FR, 50.95, 1.86; Lille, FR, 50.63, 3.07; Lyon, FR, 45.76, 4.84; Rungis, FR, 48.75, 2.35;
Perpignan, FR, 42.70, 2.90; Hendaye, FR, 43.36, -1.78; Strasbourg, FR, 48.58, 7.75; Saint-Nazaire, FR, 47.28, -2.21;
Felixstowe, GB, 51.96, 1.35; Southampton, GB, 50.90, -1.40; Dover, GB, 51.13, 1.31; Tilbury, GB, 51.46, 0.36;
London Gateway, GB, 51.50, 0.47; Immingham, GB, 53.61, -0.22; Liverpool, GB, 53.41, -2.98; Daventry, GB, 52.26, -1.16;
Hull, GB, 53.74, -0.34; Dublin, IE, 53.35, -6.26; Cork, IE, 51.90, -8.47; Rosslare, IE, 52.27, -6.38;
Algeciras, ES, 36.13, -5.45; Valencia, ES, 39.47, -0.38; Barcelona, ES, 41.39, 2.17; Bilbao, ES, 43.26, -2.93;
Irun, ES, 43.34, -1.79; Zaragoza, ES, 41.65, -0.89; Madrid, ES, 40.42, -3.70; Vigo, ES, 42.24, -8.72;
La Jonquera, ES, 42.42, 2.87; Lisboa, PT, 38.72, -9.14; Sines, PT, 37.96, -8.87; Porto, PT, 41.15, -8.61;
Genova, IT, 44.41, 8.93; La Spezia, IT, 44.10, 9.82; Livorno, IT, 43.55, 10.31; Trieste, IT, 45.65, 13.77;
Gioia Tauro, IT, 38.43, 15.90; Milano, IT, 45.46, 9.19; Verona, IT, 45.44, 10.99; Busto Arsizio, IT, 45.61, 8.85;
Piacenza, IT, 45.05, 9.69; Napoli, IT, 40.85, 14.27; Salerno, IT, 40.68, 14.76; Brennero, IT, 47.00, 11.50;
Gdańsk, PL, 54.35, 18.65; Gdynia, PL, 54.52, 18.53; Świecko, PL, 52.32, 14.60; Poznań, PL, 52.41, 16.93;
Warszawa, PL, 52.23, 21.01; Łódź, PL, 51.76, 19.46; Świnoujście, PL, 53.91, 14.25; Małaszewicze, PL, 52.03, 23.52;
Praha, CZ, 50.08, 14.44; Plzeň, CZ, 49.75, 13.38; Lovosice, CZ, 50.51, 14.05; Ostrava, CZ, 49.83, 18.29;
Bratislava, SK, 48.15, 17.11; Žilina, SK, 49.22, 18.74; Dunajská Streda, SK, 47.99, 17.62; Budapest, HU, 47.50, 19.04;
Záhony, HU, 48.41, 22.18; Wien, AT, 48.21, 16.37; Graz, AT, 47.07, 15.44; Wels, AT, 48.16, 14.03;
Kufstein, AT, 47.58, 12.17; Wörgl, AT, 47.49, 12.07; Basel, CH, 47.56, 7.59; Chiasso, CH, 45.83, 9.03;
Zürich, CH, 47.37, 8.54; Luxembourg, LU, 49.61, 6.13; Bettembourg, LU, 49.52, 6.10; Koper, SI, 45.55, 13.73;
Ljubljana, SI, 46.06, 14.51; Rijeka, HR, 45.33, 14.44; Zagreb, HR, 45.81, 15.98; Beograd, RS, 44.79, 20.45;
Constanța, RO, 44.18, 28.63; București, RO, 44.43, 26.10; Arad, RO, 46.17, 21.32; Curtici, RO, 46.35, 21.30;
Varna, BG, 43.21, 27.91; Burgas, BG, 42.50, 27.47; Sofia, BG, 42.70, 23.32; Kapıkule, TR, 41.72, 26.35;
Piraeus, GR, 37.95, 23.64; Thessaloniki, GR, 40.64, 22.94; Igoumenitsa, GR, 39.50, 20.27; Patras, GR, 38.25, 21.73;
Göteborg, SE, 57.71, 11.97; Helsingborg, SE, 56.05, 12.69; Trelleborg, SE, 55.38, 13.16; Malmö, SE, 55.61, 13.00;
Aarhus, DK, 56.16, 10.20; København, DK, 55.68, 12.57; Padborg, DK, 54.82, 9.36; Taulov, DK, 55.55, 9.62;
Oslo, NO, 59.91, 10.75; Larvik, NO, 59.05, 10.03; Kotka, FI, 60.47, 26.95; Vuosaari, FI, 60.21, 25.15;
Helsinki, FI, 60.17, 24.94; Tallinn, EE, 59.44, 24.75; Riga, LV, 56.95, 24.11; Klaipėda, LT, 55.70, 21.14;
Kaunas, LT, 54.90, 23.90; Lviv, UA, 49.84, 24.03; Odesa, UA, 46.48, 30.73; Istanbul, TR, 41.01, 28.98;
Mersin, TR, 36.80, 34.63; Izmir, TR, 38.42, 27.14; Marsaxlokk, MT, 35.84, 14.54; Limassol, CY, 34.68, 33.04`

const places = known
  .split(';')
  .map((line) => line.trim().split(', '))
  .map(([city, country, latitude, longitude]) => {
    return { city: city!, country: country!, latitude: Number(latitude), longitude: Number(longitude) }
  })

describe('towns', () => {
  test('at least 97 of 100 well-known ports and towns are found, each within 25 km', async () => {
    expect(places.length).toBeGreaterThanOrEqual(150)
    const found = await Promise.all(
      places.map(async (place) => ({ place, point: await findCity(place.city, place.country) })),
    )
    const far = found.filter(({ place, point }) => point && distance(place, point) > 25)
    expect(far.map(({ place, point }) => ({ ...place, found: point }))).toEqual([])
    const missing = found.filter(({ point }) => !point).map(({ place }) => place.city)
    expect(missing.length / places.length, missing.join(', ')).toBeLessThanOrEqual(0.03)
  })

  test.each([
    ['Antwerp', 'Belgium', 'Antwerpen'],
    ['ANVERS', 'Belgique', 'Antwerpen'],
    ['B-2030 Antwerpen', 'B', 'Antwerpen'],
    ['Antwerpen, Haven 1742', 'BEL', 'Antwerpen'],
    ['Bruxelles / Brussel', 'BE', 'Brussels'],
    ['Muenchen', 'Deutschland', 'München'],
    ['Koeln', 'D', 'Köln'],
    ['Frankfurt a.M.', 'DE', 'Frankfurt am Main'],
    ['Port of Rotterdam', 'the Netherlands', 'Rotterdam'],
    ['3089 KA ROTTERDAM', 'NL', 'Rotterdam'],
    ['Lyon Cedex 03', 'France', 'Lyon'],
    ['St Nazaire', 'FR', 'Saint-Nazaire'],
    ['Sankt Pölten', 'Österreich', 'St. Pölten'],
    ['LODZ', 'Polska', 'Łódź'],
    ['Århus C', 'DK', 'Aarhus'],
    ['Alphen a/d Rijn', 'NL', 'Alphen aan den Rijn'],
    ['Milano Nord', 'Italia', 'Milan'],
  ])('%s in %s is %s', async (written, country, name) => {
    const codes: Record<string, string> = {
      Belgium: 'BE',
      Belgique: 'BE',
      B: 'BE',
      BEL: 'BE',
      D: 'DE',
      Deutschland: 'DE',
    }
    const more: Record<string, string> = { France: 'FR', Österreich: 'AT', Polska: 'PL', Italia: 'IT' }
    const code = codes[country] ?? more[country] ?? country
    const expected = await findCity(name, code)
    expect(expected).toBeDefined()
    expect(await findCity(written, country)).toEqual(expected)
  })

  test.each([
    ['Nowhereville', 'BE'],
    ['Antwerpen', 'Ruritania'],
    ['Antwerpen', 'Atlantis'],
    ['', 'BE'],
    ['12', 'BE'],
    ['../../package', 'BE'],
    ['Antwerpen', '../countries'],
  ])('%j in %j is not found', async (city, country) => {
    expect(await findCity(city, country)).toBeUndefined()
  })

  test('the same name in two countries is two towns, and within one country the larger one', async () => {
    const [french, british] = [await findCity('Valence', 'FR'), await findCity('Newport', 'GB')]
    expect(distance(french!, { latitude: 44.93, longitude: 4.89 })).toBeLessThan(25)
    expect(distance(british!, { latitude: 51.58, longitude: -3.0 })).toBeLessThan(25)
  })

  test('no input causes an error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('BE', 'DE', 'nl', 'Frankreich'),
        async (city, country) => {
          const point = await findCity(city, country)
          if (!point) return
          expect(Math.abs(point.latitude)).toBeLessThanOrEqual(90)
          expect(Math.abs(point.longitude)).toBeLessThanOrEqual(180)
        },
      ),
    )
  })

  test('capitals, accents and punctuation are ignored', async () => {
    const names = places.filter(({ city }) => /^[\p{L}\p{M} '’().-]+$/u.test(city))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), async ({ city, country }) => {
        const point = await findCity(city, country)
        expect(await findCity(city.toUpperCase(), country)).toEqual(point)
        expect(await findCity(`  ${city.normalize('NFD')}. `, country)).toEqual(point)
      }),
    )
  })
})

describe('names', () => {
  test('folding is idempotent', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => foldName(foldName(text)) === foldName(text)))
  })

  test('an exact name is looked up first', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const [first] = candidateNames(text)
        expect(first ?? '').toBe(foldName(text) === '' ? (first ?? '') : foldName(text))
      }),
    )
  })

  test('every line of a sorted text is found, and nothing else', () => {
    const key = fc.string({ unit: fc.constantFrom(...'abé 1'), minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(fc.uniqueArray(key), key, (keys, other) => {
        const text = [...keys]
          .sort((one, two) => (one < two ? -1 : 1))
          .map((name) => `${name}|${name}!\n`)
          .join('')
        for (const name of keys) expect(findLine(text, name)).toEqual([`${name}!`])
        if (!keys.includes(other)) expect(findLine(text, other)).toBeUndefined()
      }),
    )
  })

  test('every line of the data of a country can be found', async () => {
    const text = await readFile(new URL('../../data/cities/DE.txt', import.meta.url), 'utf8')
    expect(text.split('\n')[2]).toContain('GeoNames')
    const lines = text.replace(/^(#.*\n)+/, '')
    const rows = lines
      .trimEnd()
      .split('\n')
      .map((line) => line.split('|'))
    expect(rows.length).toBeGreaterThan(5_000)
    for (const [name, ...values] of rows) expect(findLine(lines, name!)).toEqual(values)
  })
})

test.each([
  [51.22, 4.4, 'Europe/Brussels'],
  [53.35, -6.26, 'Europe/Dublin'],
  [37.96, -8.87, 'Europe/Lisbon'],
  [41.01, 28.98, 'Europe/Istanbul'],
  [48.41, 22.18, 'Europe/Budapest'],
])('the time zone of %d, %d is %s', async (latitude, longitude, zone) => {
  expect(await findTimeZone({ latitude, longitude })).toBe(zone)
})

test.each([
  ['a town with its position', { city: 'Lille', latitude: 50.63, longitude: 3.06 }, 'FR'],
  ['its namesake, chosen by a person', { city: 'Lille', latitude: 51.24, longitude: 4.82 }, 'BE'],
  ['letters at the postal code', { postal_code: 'B-9300', city: 'Aalst', latitude: null, longitude: null }, 'BE'],
  ['a written one', { city: 'Lille', country: 'Germany', latitude: 50.63, longitude: 3.06 }, 'DE'],
  ['an unknown written one', { city: 'Lille', country: 'Erewhon', latitude: 50.63, longitude: 3.06 }, undefined],
  ['a town that was not found', { city: 'Lille', latitude: null, longitude: null }, undefined],
  ['coordinates far from any town of the name', { city: 'Lille', latitude: 40.4, longitude: -3.7 }, undefined],
] as const)('PLACE-11: the country of a place: %s', async (_, place, country) => {
  expect(await countryOfPlace({ postal_code: null, country: null, ...place })).toBe(country)
})
