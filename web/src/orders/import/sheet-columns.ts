import { type ImportColumn, importColumns } from '@cartage/contract/orders/app/import'

/** Title words for a side of the transport and its fields, in the languages of the application. */
const sides = {
  pickup: [
    'pickup',
    'collection',
    'loading',
    'load',
    'from',
    'origin',
    'laad',
    'laden',
    'ophaal',
    'van',
    'chargement',
    'enlevement',
    'depart',
    'beladung',
    'abhol',
    'abholung',
    'lade',
    'von',
  ],
  delivery: [
    'delivery',
    'unloading',
    'unload',
    'to',
    'destination',
    'los',
    'lossen',
    'lever',
    'aflever',
    'naar',
    'levering',
    'livraison',
    'dechargement',
    'arrivee',
    'entladung',
    'liefer',
    'lieferung',
    'zustell',
    'ablade',
    'nach',
  ],
} as const

const parts = {
  name: [
    'name',
    'location',
    'place',
    'site',
    'naam',
    'plaatsnaam',
    'locatie',
    'adresnaam',
    'nom',
    'lieu',
    'ort',
    'stelle',
    '',
  ],
  address: ['address', 'street', 'adres', 'straat', 'adresse', 'rue', 'strasse'],
  postal_code: ['postalcode', 'postcode', 'zip', 'zipcode', 'codepostal', 'plz', 'postleitzahl'],
  city: ['city', 'town', 'stad', 'plaats', 'gemeente', 'ville', 'stadt'],
  country: ['country', 'land', 'pays'],
  date: ['date', 'day', 'datum', 'dag', 'jour', 'tag'],
  from: [
    'from',
    'timefrom',
    'start',
    'earliest',
    'time',
    'vanaf',
    'tijd',
    'tijdvan',
    'van',
    'heure',
    'heuredebut',
    'de',
    'zeit',
    'ab',
    'zeitvon',
  ],
  to: ['to', 'timeto', 'end', 'until', 'latest', 'tot', 'tijdtot', 'heurefin', 'a', 'bis', 'zeitbis'],
  reference: ['reference', 'ref', 'gatereference', 'referentie', 'laadreferentie', 'referenz', 'ladenummer'],
} as const

/** Full titles of a column, in normalised spelling without capitals, accents and punctuation. */
const words: Readonly<Partial<Record<ImportColumn, readonly string[]>>> = {
  order_identifier: [
    'orderidentifier',
    'identifier',
    'orderid',
    'ordernumber',
    'order',
    'ordernummer',
    'opdrachtnummer',
    'opdracht',
    'numerocommande',
    'commande',
    'auftragsnummer',
    'auftrag',
  ],
  customer: [
    'customer',
    'client',
    'customername',
    'customercode',
    'klant',
    'opdrachtgever',
    'klantnaam',
    'klantcode',
    'donneurdordre',
    'kunde',
    'auftraggeber',
  ],
  reference: [
    'reference',
    'ref',
    'customerreference',
    'po',
    'ponumber',
    'referentie',
    'klantreferentie',
    'klantref',
    'referenceclient',
    'refclient',
    'referenz',
    'kundenreferenz',
    'bestellnummer',
  ],
  transport_service: [
    'transportservice',
    'service',
    'dienst',
    'transportdienst',
    'prestation',
    'leistung',
    'transportart',
  ],
  service_level: ['servicelevel', 'level', 'serviceniveau', 'niveaudeservice'],
  goods: [
    'goods',
    'description',
    'cargo',
    'goederen',
    'omschrijving',
    'lading',
    'marchandise',
    'marchandises',
    'designation',
    'ware',
    'waren',
    'warenbezeichnung',
    'gut',
  ],
  quantity: ['quantity', 'qty', 'pieces', 'pcs', 'aantal', 'colli', 'quantite', 'nombre', 'menge', 'anzahl'],
  packaging: ['packaging', 'package', 'packagetype', 'verpakking', 'emballage', 'conditionnement', 'verpackung'],
  weight_kg: [
    'weight',
    'weightkg',
    'kg',
    'grossweight',
    'gewicht',
    'gewichtkg',
    'brutogewicht',
    'poids',
    'poidskg',
    'poidsbrut',
    'bruttogewicht',
  ],
  loading_meters: [
    'loadingmeters',
    'loadingmetres',
    'ldm',
    'laadmeter',
    'laadmeters',
    'metrelineaire',
    'metreslineaires',
    'ml',
    'lademeter',
  ],
  un_number: ['un', 'unnumber', 'unnummer', 'adr', 'onu', 'numeroonu'],
  temperature: ['temperature', 'temp', 'temperatuur', 'temperatur', 'degrees'],
  container_number: ['container', 'containernumber', 'containernummer', 'conteneur', 'numeroconteneur'],
  container_type: ['containertype', 'typeconteneur', 'typecontainer'],
  container_scenario: ['scenario', 'containerscenario', 'importexport'],
  instructions: [
    'instructions',
    'instruction',
    'remarks',
    'notes',
    'note',
    'remark',
    'instructies',
    'opmerking',
    'opmerkingen',
    'remarques',
    'bemerkung',
    'hinweise',
    'anweisungen',
    'driverinstructions',
    'opmerkingchauffeur',
    'opmerkingenchauffeur',
    'instructieschauffeur',
    'instructionschauffeur',
    'hinweisefahrer',
  ],
}

const known: ReadonlyMap<string, ImportColumn> = new Map([
  ...importColumns.map((column): [string, ImportColumn] => [plain(column), column]),
  ...Object.entries(words).flatMap(([column, list]) =>
    list!.map((word): [string, ImportColumn] => [word, column as ImportColumn]),
  ),
])

/** A title without capitals, accents, spaces and punctuation. */
function plain(title: string): string {
  return title
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '')
}

/** Columns for the titles of a sheet, null for unknown titles. No column gets two titles. */
export function guessColumns(titles: readonly string[]): (ImportColumn | null)[] {
  const used = new Set<ImportColumn>()
  return titles.map((title) => {
    const column =
      columnOf(plain(title)) ??
      columnOf(
        plain(
          title
            .split(/[\s_-]+/)
            .reverse()
            .join(''),
        ),
      )
    if (column === undefined || used.has(column)) return null
    used.add(column)
    return column
  })
}

/** Number of cells that are column titles. */
export function knownTitles(cells: readonly string[]): number {
  return guessColumns(cells).filter((column) => column !== null).length
}

function columnOf(title: string): ImportColumn | undefined {
  const own = known.get(title)
  if (own) return own
  for (const [side, beginnings] of Object.entries(sides)) {
    for (const [part, words] of Object.entries(parts)) {
      const isInRule = beginnings.some((side) => words.some((word) => title === side + word || title === word + side))
      if (isInRule) return `${side}_${part}` as ImportColumn
    }
  }
  return undefined
}
