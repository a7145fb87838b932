/** A place of the sample world; the sites are invented, the towns are where the coordinates say. */
export interface SamplePlace {
  code: string
  name: string
  address: string
  postal_code: string
  city: string
  country: string
  latitude: number
  longitude: number
  opening_hours: string
  kind: 'TERMINAL' | 'DEPOT' | 'SITE' | 'YARD'
}

type Row = readonly [string, string, string, string, string, string, number, number]

// Demonstrations are on any day: work at weekends and on public holidays must not wait for the next one.
const everyDay = 'Mo-Su 07:00-18:00'

function placesOf(kind: SamplePlace['kind'], opening_hours: string, rows: readonly Row[]): SamplePlace[] {
  return rows.map(([code, name, address, postal_code, city, country, latitude, longitude]) => ({
    ...{ code, name, address, postal_code, city, country, latitude, longitude, opening_hours, kind },
  }))
}

/** Container terminals, on the sea and inland. */
export const terminals = placesOf('TERMINAL', '24/7', [
  ['T-ANR-1742', 'Scheldekaai Terminal 1742', 'Kaai 1742', '9130', 'Beveren', 'BE', 51.276, 4.216],
  ['T-ANR-913', 'Noordzeeterminal 913', 'Kaai 913', '2040', 'Antwerpen', 'BE', 51.345, 4.279],
  ['T-RTM-MV2', 'Maasvlakte Deepsea Terminal', 'Europaweg 910', '3199 LC', 'Rotterdam', 'NL', 51.955, 4.015],
  ['T-RTM-WAAL', 'Waalhaven Shortsea', 'Waalhaven Z.z. 12', '3089 KA', 'Rotterdam', 'NL', 51.882, 4.43],
  ['T-ZEE', 'Zeebrugge Kaai 408', 'Noorderkaai 408', '8380', 'Brugge', 'BE', 51.335, 3.197],
  ['T-DUI', 'Ruhrort Container Terminal', 'Ruhrorter Strasse 30', '47119', 'Duisburg', 'DE', 51.446, 6.735],
  ['T-VEN', 'Venlo Barge Terminal', 'Columbusweg 20', '5928 LC', 'Venlo', 'NL', 51.391, 6.111],
])

/** Depots of empty containers. */
export const depots = placesOf('DEPOT', 'Mo-Su 06:00-20:00', [
  ['D-ANR', 'Quayside Empty Depot', 'Kaai 742', '2030', 'Antwerpen', 'BE', 51.258, 4.362],
  ['D-RTM', 'Botlek Empty Depot', 'Botlekweg 121', '3197 KA', 'Rotterdam', 'NL', 51.884, 4.285],
  ['D-DUI', 'Rheinhausen Leerdepot', 'Bliersheimer Strasse 85', '47229', 'Duisburg', 'DE', 51.394, 6.715],
])

/** Where our own vehicles are parked. */
export const yards = placesOf('YARD', '24/7', [
  ['Y-GENT', 'Yard Gent', 'John Kennedylaan 50', '9042', 'Gent', 'BE', 51.121, 3.77],
  ['Y-BREDA', 'Yard Breda', 'Minervum 7200', '4817 ZJ', 'Breda', 'NL', 51.594, 4.83],
])

/** Hubs, and halls of fresh goods, where people work at night too. */
const atAllHours = ['S-TILB', 'S-BRU', 'S-EIND', 'S-ZWO', 'S-AMS']

/** Customers' sites. */
export const sites: readonly SamplePlace[] = placesOf('SITE', everyDay, [
  ['S-GENT-BRW', 'Brouwerij De Linde', 'Molenkaai 4', '9000', 'Gent', 'BE', 51.061, 3.724],
  ['S-ANR-LOODS', 'Loods Noord', 'Noorderlaan 147', '2030', 'Antwerpen', 'BE', 51.251, 4.42],
  ['S-GEEL', 'Chemiepark Oost', 'Industrieweg 200', '6161 AB', 'Geleen', 'NL', 50.967, 5.811],
  ['S-LILLE', 'Entrepôt Canal', '4 quai du Canal', '59000', 'Lille', 'FR', 50.64, 3.05],
  ['S-MAAS', 'Papierfabriek Maasdal', 'Maasboulevard 18', '6211 JW', 'Maastricht', 'NL', 50.851, 5.695],
  ['S-MANN', 'Lager Süd', 'Hafenstrasse 9', '68159', 'Mannheim', 'DE', 49.497, 8.457],
  ['S-STRAS', 'Plateforme Est', '11 rue du Rhin', '67100', 'Strasbourg', 'FR', 48.57, 7.793],
  ['S-KOELN', 'Grossmarkt Süd', 'Marktstrasse 11', '50968', 'Köln', 'DE', 50.905, 6.963],
  ['S-TILB', 'Hub Tilburg', 'Ellen Pankhurststraat 1', '5032 MD', 'Tilburg', 'NL', 51.543, 5.042],
  ['S-LUIK', 'Centre Logistique Meuse', 'Rue de l’Île Monsin 87', '4020', 'Liège', 'BE', 50.662, 5.628],
  ['S-EIND', 'Eindhoven Cross-dock', 'Achtseweg Noord 20', '5651 GG', 'Eindhoven', 'NL', 51.479, 5.415],
  ['S-UTR', 'Distributie Lage Weide', 'Atoomweg 63', '3542 AA', 'Utrecht', 'NL', 52.117, 5.05],
  ['S-BRU', 'Brussel Vilvoorde DC', 'Havendoklaan 12', '1804', 'Vilvoorde', 'BE', 50.92, 4.43],
  ['S-KORT', 'Textiel Leiestreek', 'Kanaalstraat 8', '8500', 'Kortrijk', 'BE', 50.83, 3.27],
  ['S-GRON', 'Zuivel Noord', 'Hoendiep 97', '9718 TE', 'Groningen', 'NL', 53.216, 6.53],
  ['S-ZWO', 'Hessenpoort DC', 'Bohemenstraat 4', '8028 SB', 'Zwolle', 'NL', 52.539, 6.16],
  ['S-DORT', 'Lager Westfalen', 'Hannöversche Strasse 22', '44143', 'Dortmund', 'DE', 51.512, 7.52],
  ['S-METZ', 'Aciérie de Moselle', '2 rue des Forges', '57000', 'Metz', 'FR', 49.12, 6.18],
  ['S-LUX', 'Eurohub Sud', '1 rue du Rail', '3451', 'Dudelange', 'LU', 49.49, 6.08],
  ['S-WEST', 'Veiling Westland', 'Naaldwijkseweg 9', '2691 PV', "'s-Gravenzande", 'NL', 51.99, 4.18],
  ['S-VEUR', 'Koelhuis De Panne', 'Ieperse Steenweg 90', '8630', 'Veurne', 'BE', 51.07, 2.66],
  ['S-AMS', 'Westpoort Food Hall', 'Sicilieweg 44', '1045 AS', 'Amsterdam', 'NL', 52.4, 4.79],
  ['S-HAM', 'Elblager Nord', 'Veddeler Damm 16', '20457', 'Hamburg', 'DE', 53.52, 9.99],
  ['S-REIMS', 'Cave des Coteaux', '7 rue du Moulin', '51100', 'Reims', 'FR', 49.25, 4.03],
]).map((site) => (atAllHours.includes(site.code) ? { ...site, opening_hours: '24/7' } : site))

/** Sites that small consignments of a region are gathered at. */
export const docks = sites.filter(({ code }) => ['S-BRU', 'S-TILB', 'S-EIND'].includes(code))

/** How far places lie apart as the crow flies, well enough for Western Europe. */
export function kilometresBetween(one: SamplePlace, other: SamplePlace): number {
  const north = (one.latitude - other.latitude) * 111
  const east = (one.longitude - other.longitude) * 70
  return Math.hypot(north, east)
}

/** The nearest of some places. */
export function nearest(from: SamplePlace, places: readonly SamplePlace[]): SamplePlace {
  return places.toSorted((one, other) => kilometresBetween(from, one) - kilometresBetween(from, other))[0]!
}

/** Every place of the sample world. */
export const samplePlaces: readonly SamplePlace[] = [...terminals, ...depots, ...yards, ...sites]

/** A place as an upload names it: the address and nothing else, so that it is found by it. */
export function locationOf({ name, address, postal_code, city, country }: SamplePlace) {
  return { name, address, postal_code, city, country }
}
