import type { CompanyInput } from '@cartage/contract/companies/company-input'
import type { z } from 'zod'
import { createDice, type Dice } from './dice.ts'
import { sites } from './places.ts'
import { shippers } from './shippers.ts'
import { vatNumber } from './vat.ts'

/** A company as a caller sends it. */
export type SampleCompany = z.input<typeof CompanyInput>

interface Row {
  name: string
  code: string
  country: string
  city: string
  role: 'CUSTOMER' | 'SUBCONTRACTOR'
}

const customer = (name: string, code: string, country: string, city: string): Row => ({
  ...{ name, code, country, city, role: 'CUSTOMER' },
})
const carrier = (name: string, code: string, country: string, city: string): Row => ({
  ...{ name, code, country, city, role: 'SUBCONTRACTOR' },
})

/** All invented; the first eight and the first three carriers are companies of the demo tenant. */
const rows: readonly Row[] = [
  customer('Demo customer', 'DEMO', 'BE', 'Gent'),
  customer('Noordzee Chemie', 'NZC', 'NL', 'Geleen'),
  customer('Brouwerij De Linde', 'LINDE', 'BE', 'Gent'),
  customer('Papierfabriek Maasdal', 'MAASDAL', 'NL', 'Maastricht'),
  customer('Rheinwerk Stahlhandel', 'RHEIN', 'DE', 'Duisburg'),
  customer('Vergers du Midi', 'VERGERS', 'FR', 'Reims'),
  customer('Scheldt Container Line', 'SCL', 'BE', 'Antwerpen'),
  customer('Albion Homeware', 'ALBION', 'GB', 'Felixstowe'),
  customer('Koelhuis De Panne', 'KOELPAN', 'BE', 'Veurne'),
  customer('Zuivel Noord', 'ZUIVEL', 'NL', 'Groningen'),
  customer('Textiel Leiestreek', 'LEIE', 'BE', 'Kortrijk'),
  customer('Veiling Westland', 'VEILING', 'NL', "'s-Gravenzande"),
  customer('Aciérie de Moselle', 'ACIER', 'FR', 'Metz'),
  customer('Elblager Nord', 'ELB', 'DE', 'Hamburg'),
  customer('Meubelhuis Ter Elst', 'ELST', 'BE', 'Mechelen'),
  customer('Tegelfabriek Waal', 'TEGEL', 'NL', 'Nijmegen'),
  customer('Kessel Farmaceutica', 'KESSEL', 'BE', 'Vilvoorde'),
  customer('Atlantic Oceanways', 'ATLANT', 'NL', 'Rotterdam'),
  customer('Nordstern Linien', 'NORDST', 'DE', 'Hamburg'),
  customer('Bakkerij Terpstra', 'TERP', 'NL', 'Leeuwarden'),
  customer('Glaswerken Kempen', 'GLAS', 'BE', 'Mol'),
  customer('Verfhandel Dommel', 'VERF', 'NL', 'Eindhoven'),
  customer('Luxembourg Air Parts', 'LUXAIR', 'LU', 'Dudelange'),
  customer('Biscuiterie des Flandres', 'BISC', 'FR', 'Lille'),
  customer('Westfalen Maschinenbau', 'WEMA', 'DE', 'Dortmund'),
  customer('Groenteverwerking Ardooie', 'GROEN', 'BE', 'Ardooie'),
  customer('Oranje Elektro', 'ORANJE', 'NL', 'Utrecht'),
  customer('Papeterie Saint-Denis', 'PAPET', 'FR', 'Saint-Denis'),
  carrier('Transport Wouters', 'WOUTERS', 'BE', 'Herentals'),
  carrier('Spedition Kessler', 'KESSLER', 'DE', 'Aachen'),
  carrier('Polder Trucking', 'POLDER', 'NL', 'Lelystad'),
  carrier('Transports Lambert', 'LAMBERT', 'FR', 'Dunkerque'),
  carrier('Van Hoof Tankvervoer', 'VHOOF', 'BE', 'Geel'),
  carrier('Koeltrans Peeters', 'KPEET', 'BE', 'Roeselare'),
  carrier('De Boer Containers', 'DBOER', 'NL', 'Moerdijk'),
  carrier('Ardennes Fret', 'ARDEN', 'BE', 'Bastogne'),
  carrier('Hanse Trucking', 'HANSE', 'DE', 'Bremen'),
  carrier('Expres Zuid', 'EXPZ', 'NL', 'Roosendaal'),
  carrier('Moselle Routier', 'MOSEL', 'LU', 'Grevenmacher'),
  carrier('Kanaal Charters', 'KANAAL', 'BE', 'Brugge'),
]

const firstNames = ['Sofie', 'Jan', 'Lotte', 'Pieter', 'Anke', 'Marc', 'Ines', 'Thomas', 'Eva', 'Bram', 'Julie', 'Erik']
const lastNames = ['Janssens', 'de Vries', 'Peeters', 'Bakker', 'Maes', 'Schmitz', 'Laurent', 'Claes', 'Visser']
const desks = ['OPERATIONS', 'BILLING', 'BOOKINGS'] as const

const languages: Readonly<Record<string, string>> = { BE: 'nl', NL: 'nl', DE: 'de', FR: 'fr', LU: 'fr', GB: 'en' }

const streets: Readonly<Record<string, readonly string[]>> = {
  BE: ['Havenlaan', 'Nijverheidsstraat', 'Kanaaldijk', 'Ambachtenlaan', 'Stationsstraat'],
  NL: ['Industrieweg', 'Transportweg', 'Handelskade', 'Nijverheidsweg', 'Parallelweg'],
  DE: ['Hafenstrasse', 'Industriestrasse', 'Am Gleis', 'Ladestrasse'],
  FR: ['rue des Entrepôts', 'avenue de la Gare', 'rue du Canal'],
  LU: ['rue du Commerce', 'Zone industrielle'],
  GB: ['Dock Road'],
}

/** Payment terms that were agreed; the others are of the billing entity. */
const terms: Readonly<Record<string, 'NET_8' | 'NET_14' | 'END_OF_MONTH_0_NET_30'>> = {
  'Papierfabriek Maasdal': 'NET_14',
  'Rheinwerk Stahlhandel': 'NET_14',
  'Textiel Leiestreek': 'NET_8',
  'Meubelhuis Ter Elst': 'NET_8',
  'Brouwerij De Linde': 'END_OF_MONTH_0_NET_30',
}

/** Names of the carriers work can be given to. */
export const sampleCarriers: readonly string[] = rows.filter(({ role }) => role !== 'CUSTOMER').map(({ name }) => name)

/** The forty companies of the sample world, each with people to call. */
export const sampleCompanies: readonly SampleCompany[] = rows.map((row, index) => companyOf(row, index))

function companyOf({ name, code, country, city, role }: Row, index: number): SampleCompany {
  const dice = createDice(7_000 + index)
  const domain = `${code.toLowerCase()}.example`
  const contacts = Array.from({ length: 1 + dice.below(3) }, (_, at) => {
    const [first, last] = [dice.pick(firstNames), dice.pick(lastNames)]
    const email = `${first}.${last}`.toLowerCase().replaceAll(' ', '')
    return { name: `${first} ${last}`, roles: [desks[at % desks.length]!], email: `${email}@${domain}` }
  })
  const isCustomer = role === 'CUSTOMER'
  // One customer has not sent its number yet, so the tax of its orders is on hold.
  const vat_number = name === 'Elblager Nord' ? undefined : vatNumber(country, 1_200 + 37 * index)
  const payment_term = terms[name]
  return {
    ...{ name, code, currency: country === 'GB' ? 'GBP' : 'EUR', contacts },
    ...(isCustomer ? { is_customer: true } : { is_subcontractor: true }),
    locale: languages[country]!,
    ...(vat_number !== undefined && { vat_number }),
    // The first eight customers have the codes of the demo tenant, as the first three carriers have.
    accounting_code: isCustomer
      ? `400${String(10 * index + 10).padStart(3, '0')}`
      : `440${String(10 * (index - 27)).padStart(3, '0')}`,
    ...(payment_term !== undefined && { payment_term: { code: payment_term } }),
    billing_location: { name, ...addressOf(name, { city, country }, dice) },
    ...(name === 'Ardennes Fret' && { purchase: { status: 'WARNING' as const } }),
    ...(name === 'Papeterie Saint-Denis' && { sales: { status: 'BLOCKED' as const } }),
  }
}

/** Where its goods leave from, when that is in the same town; else some street there. */
function addressOf(name: string, { city, country }: Pick<Row, 'city' | 'country'>, dice: Dice) {
  const code = shippers.find((shipper) => shipper.name === name)?.site
  const site = sites.find((one) => one.code === code && one.city === city)
  if (site) return { address: site.address, postal_code: site.postal_code, city, country }
  const [street, number] = [dice.pick(streets[country]!), 1 + dice.below(180)]
  return { address: country === 'FR' ? `${number} ${street}` : `${street} ${number}`, city, country }
}
