import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findChoices, findPlace } from './cities.views.ts'
import { greatCircleKm } from './great-circle.rules.ts'
import { readPlace, readPostalCode } from './written-place.rules.ts'

/** `postal code town, country, degrees north, degrees east`: true coordinates of towns with a shared or second name. */
const known = `
33790 Halle, DE, 52.06, 8.36; 06108 Halle, DE, 51.48, 11.97; 37620 Halle, DE, 51.99, 9.56; 33790 Halle Westf., DE, 52.06, 8.36;
1500 Halle, BE, 50.73, 4.24; 23730 Neustadt, DE, 54.11, 10.81; 67433 Neustadt, DE, 49.35, 8.14; 31535 Neustadt, DE, 52.51, 9.46;
96465 Neustadt, DE, 50.33, 11.12; 01844 Neustadt, DE, 51.03, 14.22; 1844 Neustadt, DE, 51.03, 14.22; 93333 Neustadt, DE, 48.81, 11.77;
35279 Neustadt, DE, 50.85, 9.12; 07806 Neustadt, DE, 50.74, 11.75; 52062 Aken, DE, 50.78, 6.08; 06385 Aken, DE, 51.85, 12.04;
60311 Frankfurt, DE, 50.11, 8.68; 15230 Frankfurt, DE, 52.34, 14.55; 48143 Münster, DE, 51.96, 7.63; 29633 Munster, DE, 52.99, 10.09;
50667 Keulen, DE, 50.94, 6.96; D-80331 Monaco di Baviera, DE, 48.14, 11.58; 53111 Bonn, DE, 50.73, 7.10; 79098 Freiburg, DE, 48.00, 7.85;
18528 Bergen, DE, 54.42, 13.43; 29303 Bergen, DE, 52.81, 9.97; 66606 St. Wendel, DE, 49.47, 7.17; 47533 Kleef, DE, 51.79, 6.14;
7000 Bergen, BE, 50.45, 3.95; 7000 Mons, BE, 50.45, 3.95; 4000 Luik, BE, 50.63, 5.57; 2030 Anvers, BE, 51.22, 4.40;
9100 St Niklaas, BE, 51.16, 4.14; 7500 Doornik, BE, 50.61, 3.39; 6600 Bastenaken, BE, 50.00, 5.72; 8700 Tielt, BE, 51.00, 3.33;
6041 AB Roermond, NL, 51.19, 5.99; 1861 Bergen, NL, 52.67, 4.70; 5854 Bergen, NL, 51.60, 6.03; 4611 Bergen op Zoom, NL, 51.49, 4.29;
3011 Rotterdam, NL, 51.92, 4.48; 3089 KA Rotterdam, NL, 51.90, 4.45; 5211 Den Bosch, NL, 51.69, 5.30; 9712 Groningen, NL, 53.22, 6.57;
8471 Wolvega, NL, 52.88, 6.00; 59800 Rijsel, FR, 50.63, 3.06; 75001 Parijs, FR, 48.86, 2.35; 62000 Atrecht, FR, 50.29, 2.78;
93200 Saint-Denis, FR, 48.94, 2.36; 97400 Saint-Denis, FR, -20.88, 55.45; 44600 St Nazaire, FR, 47.28, -2.21; 13230 Port-Saint-Louis-du-Rhône, FR, 43.39, 4.80;
62200 Boulogne, FR, 50.73, 1.61; 26000 Valence, FR, 44.93, 4.89; L-4010 Esch, LU, 49.50, 5.98; 3225 Bettembourg, LU, 49.52, 6.10;
3100 St. Pölten, AT, 48.20, 15.63; 1010 Wenen, AT, 48.21, 16.37; 9020 Klagenfurt, AT, 46.62, 14.31; 4840 Vöcklabruck, AT, 48.00, 13.65;
4051 Bazel, CH, 47.56, 7.59; 9000 St. Gallen, CH, 47.42, 9.37; 1700 Freiburg, CH, 46.80, 7.15; 8200 Schaffhausen, CH, 47.70, 8.63;
50-001 Breslau, PL, 51.11, 17.03; 70-001 Stettin, PL, 53.43, 14.55; 43-300 Bielsko-Biała, PL, 49.82, 19.05; 20121 Milaan, IT, 45.46, 9.19;
42121 Reggio Emilia, IT, 44.70, 10.63; 89121 Reggio Calabria, IT, 38.11, 15.65; 37121 Verona, IT, 45.44, 10.99; 46001 Valencia, ES, 39.47, -0.38;
08001 Barcelona, ES, 41.39, 2.17; 8001 Barcelona, ES, 41.39, 2.17; 14001 Córdoba, ES, 37.89, -4.78; NP20 1AA Newport, GB, 51.59, -3.00;
PO30 1AB Newport, GB, 50.70, -1.29; TF10 7AA Newport, GB, 52.77, -2.38; NE1 1AA Newcastle, GB, 54.97, -1.61; ST5 1AA Newcastle, GB, 53.01, -2.23;
EC1A 1BB Londen, GB, 51.51, -0.13; DL10 4AA Richmond, GB, 54.40, -1.74; 110 00 Praag, CZ, 50.09, 14.42; 306 00 Plzen, CZ, 49.75, 13.38;
400 01 Ústí nad Labem, CZ, 50.66, 14.03; 8000 Aarhus, DK, 56.16, 10.20; 411 01 Gotenburg, SE, 57.71, 11.97; 4700-001 Braga, PT, 41.55, -8.42`

const places = known.split(';').map((line) => {
  const [written, country, latitude, longitude] = line.trim().split(', ')
  const [, postal_code, city] = written!.match(
    /^([A-Z]{1,2}\d[\dA-Z]? \d[A-Z]{2}|[\d-]+(?: \d{2})?(?: [A-Z]{2})?|[A-Z]-\d+) (\p{Lu}.+)$/u,
  )!
  const truth = { latitude: Number(latitude), longitude: Number(longitude) }
  return { written: written!, postal_code: postal_code!, city: city!, country: country!, truth }
})

describe('places', () => {
  test('PLACE-1: of towns with the same name, the one in the region of the postal code is chosen, within 8 km of its real position', async () => {
    expect(places.length).toBeGreaterThanOrEqual(80)
    expect(new Set(places.map(({ country }) => country)).size).toBeGreaterThanOrEqual(12)
    const found = await Promise.all(places.map(async (place) => ({ ...place, found: await findPlace(place) })))
    const off = found.map(({ written, country, truth, found }) => {
      const km = found ? Math.round(greatCircleKm(found, truth)) : Number.POSITIVE_INFINITY
      const isWrong = km > Math.max(8, found?.source === 'REGION' ? found.radius_km : 0)
      return { written, country, km, source: found?.source, radius: found?.radius_km, isWrong }
    })
    expect(off.filter(({ isWrong }) => isWrong)).toEqual([])
    // Two towns missing from the data are located by their postal codes.
    const others = off.filter(({ source }) => source !== 'POSTAL_CODE').map(({ written }) => written)
    expect(others).toEqual(['5854 Bergen', '97400 Saint-Denis'])
  })

  test('PLACE-1: this also works in Norway, Finland and Ireland, with two digits and with routing keys', async () => {
    const north = `0150 Oslo NO 59.91 10.75; 150 Oslo NO 59.91 10.75; 5003 Bergen NO 60.39 5.32; 7011 Trondheim NO 63.43 10.40;
9008 Tromsø NO 69.65 18.96; 4006 Stavanger NO 58.97 5.73; 8006 Bodø NO 67.28 14.40; 3015 Drammen NO 59.74 10.20; 2317 Hamar NO 60.79 11.07;
9900 Kirkenes NO 69.73 30.05; 6002 Ålesund NO 62.47 6.15; 9510 Alta NO 69.97 23.27; 1607 Fredrikstad NO 59.22 10.93; 8514 Narvik NO 68.44 17.43;
00100 Helsinki FI 60.17 24.94; 20100 Åbo FI 60.45 22.27; 20100 Turku FI 60.45 22.27; 33100 Tampere FI 61.50 23.76; 90100 Oulu FI 65.01 25.47;
96200 Rovaniemi FI 66.50 25.73; 15110 Lahti FI 60.98 25.66; 65100 Vaasa FI 63.10 21.62; 80100 Joensuu FI 62.60 29.76; 48100 Kotka FI 60.47 26.95;
1300 Vantaa FI 60.29 25.04; 94100 Kemi FI 65.74 24.56; 99600 Sodankylä FI 67.42 26.59; 10900 Hanko FI 59.82 22.97;
T12_AB12 Cork IE 51.90 -8.47; H91_AB12 Galway IE 53.27 -9.05; V94_AB12 Limerick IE 52.66 -8.63; X91AB12 Waterford IE 52.26 -7.11;
D02_AB12 Dublin IE 53.35 -6.26; D6W_AB12 Dublin IE 53.35 -6.26; F91 Sligo IE 54.27 -8.48; A91_AB12 Dundalk IE 54.00 -6.41; V92_AB12 Tralee IE 52.27 -9.70;
Y35_AB12 Wexford IE 52.34 -6.46; F92_AB12 Letterkenny IE 54.95 -7.73; N37_AB12 Athlone IE 53.42 -7.94; R95_AB12 Kilkenny IE 52.65 -7.25`
    const off = await Promise.all(
      north.split(';').map(async (line) => {
        const [code, city, country, latitude, longitude] = line.trim().split(' ')
        const postal_code = code!.replace('_', ' ')
        const found = await findPlace({ postal_code, city: city!, country: country! })
        const km = found ? greatCircleKm(found, { latitude: Number(latitude), longitude: Number(longitude) }) : Infinity
        return { line: line.trim(), km, source: found?.source }
      }),
    )
    expect(off.filter(({ km, source }) => km > 8 || source !== 'POSTAL_CODE')).toEqual([])
  })

  test.each([
    ['Halle', 'DE', ['Halle (Saale)', 'Bielefeld']],
    ['Frankfurt', 'DE', ['Frankfurt am Main', 'Frankfurt (Oder)']],
    ['Newport', 'GB', ['Newport', 'Portsmouth']],
    ['Saint-Denis', 'FR', ['Bobigny', 'Orléans']],
  ])(
    'PLACE-2: %s in %s alone is ambiguous, and no candidate is farther away than stated',
    async (city, country, near) => {
      const found = (await findPlace({ city, country, postal_code: null }))!
      expect(found.source).toBe('AMBIGUOUS')
      for (const town of near) expect(found.candidates.map((some) => some.near)).toContain(town)
      for (const candidate of found.candidates)
        expect(greatCircleKm(found, candidate)).toBeLessThanOrEqual(found.radius_km)
    },
  )

  test.each(['Hamburg', 'Rotterdam', 'Lyon', 'Paris', 'Antwerpen', 'Wien', 'Praha', 'Milano', 'Zürich'])(
    'PLACE-2: %s is so much larger than other towns of its name that no question is asked',
    async (city) => {
      const country = {
        Rotterdam: 'NL',
        Lyon: 'FR',
        Paris: 'FR',
        Antwerpen: 'BE',
        Wien: 'AT',
        Praha: 'CZ',
        Milano: 'IT',
      }
      const other = city === 'Zürich' ? 'CH' : 'DE'
      const found = await findPlace({
        city,
        postal_code: null,
        country: Object.entries(country).find(([name]) => name === city)?.[1] ?? other,
      })
      expect(found).toMatchObject({ source: 'TOWN', candidates: [], disagrees: false })
    },
  )

  test.each([
    ['Antwerpen', null, ['BE'], 'TOWN', 'BE'],
    // The one large town of that name counts wherever the haulier is.
    ['Antwerpen', null, ['NL'], 'TOWN', 'BE'],
    ['Antwerpen', null, [], 'TOWN', 'BE'],
    ['Lille', null, ['BE'], 'TOWN', 'BE'],
    ['Lille', null, ['FR'], 'TOWN', 'FR'],
    ['Lille', null, ['BE', 'FR'], 'AMBIGUOUS', 'FR BE'],
    ['Lille', null, ['NL'], 'AMBIGUOUS', 'FR BE'],
    ['Bergen', null, ['BE'], 'TOWN', 'BE'],
    ['Paris', null, ['BE'], 'TOWN', 'FR'],
    // A postal code that confirms the name takes precedence over the usual countries.
    ['Halle', '33790', ['BE'], 'POSTAL_CODE', 'DE'],
    ['Aalst', '9300', ['NL'], 'POSTAL_CODE', 'BE'],
    ['2030 Antwerpen', null, ['NL'], 'POSTAL_CODE', 'BE'],
    // A hamlet of that name somewhere in Europe does not count, and a postal code alone fits any country.
    ['Depot', null, ['BE'], undefined, ''],
    ['', '2000', ['BE'], undefined, ''],
  ] as const)(
    'PLACE-10: %s, postal code %s, without a country is searched in %j first: %s in %s',
    async (city, postal_code, usual, source, countries) => {
      const written = { city, postal_code, country: null }
      const found = await findPlace(written, usual)
      expect(found?.source).toBe(source)
      const choices = (await findChoices(written, usual))!.choices.map(({ country }) => country)
      expect(choices.join(' ')).toBe(source === 'AMBIGUOUS' ? countries : '')
      if (found && source !== 'AMBIGUOUS') {
        const there = (await findPlace({ ...written, country: countries }))!
        expect(greatCircleKm(found, there)).toBeLessThan(3)
      }
    },
  )

  test('PLACE-10: an unknown country in the text is not replaced by a default one', async () => {
    expect(await findPlace({ city: 'Gent', postal_code: null, country: 'Ruritania' }, ['BE'])).toBeUndefined()
  })

  test('PLACE-3: if postal code and town disagree, the postal code determines the position, and this is reported', async () => {
    const found = (await findPlace({ postal_code: '1000', city: 'Antwerpen', country: 'BE' }))!
    expect(found).toMatchObject({ source: 'REGION', disagrees: true })
    expect(greatCircleKm(found, { latitude: 50.85, longitude: 4.35 })).toBeLessThan(5)
    expect(found.radius_km).toBeGreaterThanOrEqual(10)
  })

  test('PLACE-3: an unknown town is placed in the region of its postal code', async () => {
    const found = (await findPlace({ postal_code: '33790', city: 'Hier und da', country: 'DE' }))!
    expect(found).toMatchObject({ source: 'REGION', disagrees: false })
    expect(greatCircleKm(found, { latitude: 52.06, longitude: 8.36 })).toBeLessThan(found.radius_km)
  })

  test.each([
    ['DE', 'D-33790', '33790'],
    ['DE', '1067', '01067'],
    ['NL', '3089 KA', '3089'],
    ['NL', 'NL-3089KA', '3089'],
    ['PL', '00-950', '00950'],
    ['CZ', '110 00', '11000'],
    ['GB', 'np20 1aa', 'NP'],
    ['GB', 'E1 6AN', 'E'],
    ['PT', '4700-123', '4700'],
    ['BE', '12', undefined],
    ['DE', '123456', undefined],
    ['US', '10001', undefined],
  ])('in %s the postal code %s is read as %s', (country, text, code) => {
    expect(readPostalCode(country, text)).toBe(code)
  })

  test.each([
    ['3089 KA Rotterdam', '3089'],
    ['B-2030 Antwerpen', '2030'],
    ['D 33790 Halle', '33790'],
    ['110 00 Praha', '110 00'],
    ['9300', '9300'],
    ['NL 3011AB', '3011'],
    ['9300 AALST (BE)', '9300'],
    ['London EC1A 1BB', 'EC1A 1BB'],
    ['Rotterdam 3011 AB', '3011 AB'],
    ['Antwerpen, Haven 1742', undefined],
    ['Lyon Cedex 03', undefined],
    ['3 Bridges', undefined],
  ])('PLACE-6: in the field of the town, %s contains the postal code %s', (city, code) => {
    expect(readPlace({ city, postal_code: null, country: null }).codes[0]).toBe(code)
  })

  const [aalst, rotterdam, halle] = [
    { latitude: 50.936, longitude: 4.035 },
    { latitude: 51.92, longitude: 4.48 },
    { latitude: 52.06, longitude: 8.361 },
  ]
  test.each([
    ['9300', null, 'BE', aalst],
    ['B-9300 Aalst', null, null, aalst],
    [null, 'B-9300 Aalst', null, aalst],
    ['9300 AALST (BE)', null, null, aalst],
    [null, '9300 AALST (BE)', null, aalst],
    ['9300', 'Aalst', 'BE', aalst],
    ['Aalst', 'BE-9300', null, aalst],
    ['AALST (BE)', '9300', null, aalst],
    ['NL 3011AB', null, null, rotterdam],
    [null, 'NL 3011AB', null, rotterdam],
    ['Rotterdam', '3011 AB', null, rotterdam],
    ['Rotterdam, Nederland', null, null, rotterdam],
    ['D-33790 Halle', null, null, halle],
    ['D-33790', 'Halle', null, halle],
    ['Halle (Westf.)', 'D-33790', 'DE', halle],
  ])(
    'PLACE-6: town %s, postal code %s and country %s have the right position',
    async (city, postal_code, country, truth) => {
      const found = (await findPlace({ city, postal_code, country }))!
      expect(found).toBeDefined()
      const known = found.source === 'REGION' ? found.radius_km : 8
      expect([found.source, greatCircleKm(found, truth) <= known]).toEqual([found.source, true])
      if (/[a-z]{3}/i.test(`${city ?? ''} ${postal_code ?? ''}`)) expect(found.source).not.toBe('REGION')
    },
  )

  test('PLACE-6: a country in its own field takes precedence over letters at a postal code', async () => {
    const found = (await findPlace({ city: 'B-9300 Aalst', postal_code: null, country: 'NL' }))!
    expect(found.latitude).toBeGreaterThan(51)
  })

  test('PLACE-2: a town of unknown size is ambiguous with a small one: the two Aalst of the Netherlands', async () => {
    const found = (await findPlace({ city: 'Aalst', postal_code: null, country: 'NL' }))!
    expect(found.source).toBe('AMBIGUOUS')
    expect(found.candidates).toHaveLength(2)
  })

  test('with any text as postal code, a place is on Earth and its radius is a number', async () => {
    const code = fc.oneof(fc.string(), fc.stringMatching(/^[A-Z]{0,2}-?\d{3,6}$/))
    await fc.assert(
      fc.asyncProperty(
        code,
        fc.constantFrom('Halle', 'Neustadt', 'x', ''),
        fc.constantFrom('DE', 'GB', 'PT', 'US'),
        async (postal_code, city, country) => {
          const found = await findPlace({ postal_code, city, country })
          if (!found) return
          expect(Math.abs(found.latitude)).toBeLessThanOrEqual(90)
          expect(found.radius_km).toBeGreaterThan(0)
        },
      ),
    )
  })
})
