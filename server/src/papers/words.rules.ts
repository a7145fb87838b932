import type { ADRPackagingType } from '@cartage/contract/orders/adr'
import type { Language } from '@cartage/contract/reading/languages'
import type { z } from 'zod'

type AdrPackaging = z.output<typeof ADRPackagingType>

/** Words that several papers print, in one language. */
export interface PaperWords {
  loadingList: string
  deliveryNote: string
  order: string
  trip: string
  date: string
  vehicle: string
  driver: string
  carrier: string
  customer: string
  reference: string
  customerReference: string
  sender: string
  consignee: string
  deliverTo: string
  loadAt: string
  onBoard: string
  unloadAt: string
  staysOnBoard: string
  line: string
  marks: string
  packages: string
  packing: string
  nature: string
  weight: string
  volume: string
  loadingMetres: string
  total: string
  container: string
  invoice: string
  seal: string
  temperature: string
  to: string
  dangerous: string
  limitedQuantities: string
  /** The mark of ADR 5.4.1.1.18. */
  environment: string
  /** Before the points of ADR 1.1.3.6.3. */
  points: string
  category: string
  emergency: string
  gross: string
  net: string
  note: string
  remarks: string
  received: string
  nameAndSignature: string
  driverSignature: string
  pieces: string
  adrPackaging: Readonly<Record<AdrPackaging, string>>
  page: (page: number, pages: number) => string
}

const dutch: PaperWords = {
  loadingList: 'Laadlijst',
  deliveryNote: 'Afleverbon',
  order: 'Order',
  trip: 'Rit',
  date: 'Datum',
  vehicle: 'Voertuig',
  driver: 'Chauffeur',
  carrier: 'Vervoerder',
  customer: 'Klant',
  reference: 'Referentie',
  customerReference: 'Referentie klant',
  sender: 'Afzender',
  consignee: 'Geadresseerde',
  deliverTo: 'Leveren aan',
  loadAt: 'Laden',
  onBoard: 'Al geladen',
  unloadAt: 'Lossen',
  staysOnBoard: 'blijft geladen',
  line: 'Nr.',
  marks: 'Merken en nummers',
  packages: 'Aantal',
  packing: 'Verpakking',
  nature: 'Goederen',
  weight: 'Gewicht kg',
  volume: 'm³',
  loadingMetres: 'Laadmeter',
  total: 'Totaal',
  container: 'Container',
  invoice: 'Factuur',
  seal: 'Zegel',
  temperature: 'Temperatuur',
  to: 'tot',
  dangerous: 'Gevaarlijke goederen (ADR) geladen',
  limitedQuantities: 'Gevaarlijke goederen in beperkte hoeveelheden (ADR 3.4)',
  environment: 'MILIEUGEVAARLIJK',
  points: 'ADR 1.1.3.6.3, punten van deze zending',
  category: 'vervoerscategorie',
  emergency: 'Noodnummer',
  gross: 'bruto',
  net: 'netto',
  note: 'Opmerking',
  remarks: 'Opmerkingen bij ontvangst',
  received: 'Goederen ontvangen',
  nameAndSignature: 'Naam, datum, uur, handtekening',
  driverSignature: 'Handtekening chauffeur',
  pieces: 'stuks',
  adrPackaging: {
    BOX: 'kist',
    COMPOSITE_PACKAGING: 'samengestelde verpakking',
    DRUM: 'vat',
    GAS_RECEPTABLE: 'gashouder',
    INTERMEDIATE_BULK_CONTAINER: 'IBC',
    JERRICAN: 'jerrycan',
    LARGE_PACKAGING: 'grote verpakking',
    LIGHT_GAUGE_METAL_PACKAGINGS: 'verpakking van dun plaatstaal',
    BAG: 'zak',
    TANK_CONTAINER: 'tankcontainer',
  },
  page: (page, pages) => `Pagina ${page} van ${pages}`,
}

const french: PaperWords = {
  loadingList: 'Liste de chargement',
  deliveryNote: 'Bon de livraison',
  order: 'Ordre',
  trip: 'Tournée',
  date: 'Date',
  vehicle: 'Véhicule',
  driver: 'Chauffeur',
  carrier: 'Transporteur',
  customer: 'Client',
  reference: 'Référence',
  customerReference: 'Référence client',
  sender: 'Expéditeur',
  consignee: 'Destinataire',
  deliverTo: 'Livrer à',
  loadAt: 'Chargement',
  onBoard: 'Déjà chargé',
  unloadAt: 'Déchargement',
  staysOnBoard: 'reste chargé',
  line: 'N°',
  marks: 'Marques et numéros',
  packages: 'Nombre',
  packing: 'Emballage',
  nature: 'Marchandise',
  weight: 'Poids kg',
  volume: 'm³',
  loadingMetres: 'Mètres de plancher',
  total: 'Total',
  container: 'Conteneur',
  invoice: 'Facture',
  seal: 'Scellé',
  temperature: 'Température',
  to: 'à',
  dangerous: 'Marchandises dangereuses (ADR) chargées',
  limitedQuantities: 'Marchandises dangereuses en quantités limitées (ADR 3.4)',
  environment: "DANGEREUX POUR L'ENVIRONNEMENT",
  points: 'ADR 1.1.3.6.3, points de cet envoi',
  category: 'catégorie de transport',
  emergency: "Numéro d'urgence",
  gross: 'brut',
  net: 'net',
  note: 'Remarque',
  remarks: 'Réserves à la réception',
  received: 'Marchandises reçues',
  nameAndSignature: 'Nom, date, heure, signature',
  driverSignature: 'Signature du chauffeur',
  pieces: 'pièces',
  adrPackaging: {
    BOX: 'caisse',
    COMPOSITE_PACKAGING: 'emballage composite',
    DRUM: 'fût',
    GAS_RECEPTABLE: 'récipient à gaz',
    INTERMEDIATE_BULK_CONTAINER: 'GRV',
    JERRICAN: 'bidon',
    LARGE_PACKAGING: 'grand emballage',
    LIGHT_GAUGE_METAL_PACKAGINGS: 'emballage métallique léger',
    BAG: 'sac',
    TANK_CONTAINER: 'conteneur-citerne',
  },
  page: (page, pages) => `Page ${page} sur ${pages}`,
}

const german: PaperWords = {
  loadingList: 'Ladeliste',
  deliveryNote: 'Lieferschein',
  order: 'Auftrag',
  trip: 'Tour',
  date: 'Datum',
  vehicle: 'Fahrzeug',
  driver: 'Fahrer',
  carrier: 'Frachtführer',
  customer: 'Kunde',
  reference: 'Referenz',
  customerReference: 'Kundenreferenz',
  sender: 'Absender',
  consignee: 'Empfänger',
  deliverTo: 'Liefern an',
  loadAt: 'Laden',
  onBoard: 'Bereits geladen',
  unloadAt: 'Entladen',
  staysOnBoard: 'bleibt geladen',
  line: 'Nr.',
  marks: 'Kennzeichen und Nummern',
  packages: 'Anzahl',
  packing: 'Verpackung',
  nature: 'Ware',
  weight: 'Gewicht kg',
  volume: 'm³',
  loadingMetres: 'Lademeter',
  total: 'Summe',
  container: 'Container',
  invoice: 'Rechnung',
  seal: 'Plombe',
  temperature: 'Temperatur',
  to: 'bis',
  dangerous: 'Gefahrgut (ADR) geladen',
  limitedQuantities: 'Gefahrgut in begrenzten Mengen (ADR 3.4)',
  environment: 'UMWELTGEFÄHRDEND',
  points: 'ADR 1.1.3.6.3, Punkte dieser Sendung',
  category: 'Beförderungskategorie',
  emergency: 'Notrufnummer',
  gross: 'brutto',
  net: 'netto',
  note: 'Hinweis',
  remarks: 'Bemerkungen bei Empfang',
  received: 'Ware erhalten',
  nameAndSignature: 'Name, Datum, Uhrzeit, Unterschrift',
  driverSignature: 'Unterschrift des Fahrers',
  pieces: 'Stück',
  adrPackaging: {
    BOX: 'Kiste',
    COMPOSITE_PACKAGING: 'Kombinationsverpackung',
    DRUM: 'Fass',
    GAS_RECEPTABLE: 'Gasgefäß',
    INTERMEDIATE_BULK_CONTAINER: 'IBC',
    JERRICAN: 'Kanister',
    LARGE_PACKAGING: 'Großverpackung',
    LIGHT_GAUGE_METAL_PACKAGINGS: 'Feinstblechverpackung',
    BAG: 'Sack',
    TANK_CONTAINER: 'Tankcontainer',
  },
  page: (page, pages) => `Seite ${page} von ${pages}`,
}

const english: PaperWords = {
  loadingList: 'Loading list',
  deliveryNote: 'Delivery note',
  order: 'Order',
  trip: 'Trip',
  date: 'Date',
  vehicle: 'Vehicle',
  driver: 'Driver',
  carrier: 'Carrier',
  customer: 'Customer',
  reference: 'Reference',
  customerReference: 'Customer reference',
  sender: 'Sender',
  consignee: 'Consignee',
  deliverTo: 'Deliver to',
  loadAt: 'Load',
  onBoard: 'Already on board',
  unloadAt: 'Unload',
  staysOnBoard: 'stays on board',
  line: 'No.',
  marks: 'Marks and numbers',
  packages: 'Packages',
  packing: 'Packing',
  nature: 'Goods',
  weight: 'Weight kg',
  volume: 'm³',
  loadingMetres: 'LDM',
  total: 'Total',
  container: 'Container',
  invoice: 'Invoice',
  seal: 'Seal',
  temperature: 'Temperature',
  to: 'to',
  dangerous: 'Dangerous goods (ADR) on board',
  limitedQuantities: 'Dangerous goods in limited quantities (ADR 3.4)',
  environment: 'ENVIRONMENTALLY HAZARDOUS',
  points: 'ADR 1.1.3.6.3, points of this consignment',
  category: 'transport category',
  emergency: 'Emergency number',
  gross: 'gross',
  net: 'net',
  note: 'Note',
  remarks: 'Remarks on receipt',
  received: 'Goods received',
  nameAndSignature: 'Name, date, time, signature',
  driverSignature: "Driver's signature",
  pieces: 'pieces',
  adrPackaging: {
    BOX: 'box',
    COMPOSITE_PACKAGING: 'composite packaging',
    DRUM: 'drum',
    GAS_RECEPTABLE: 'gas receptacle',
    INTERMEDIATE_BULK_CONTAINER: 'IBC',
    JERRICAN: 'jerrican',
    LARGE_PACKAGING: 'large packaging',
    LIGHT_GAUGE_METAL_PACKAGINGS: 'light gauge metal packaging',
    BAG: 'bag',
    TANK_CONTAINER: 'tank container',
  },
  page: (page, pages) => `Page ${page} of ${pages}`,
}

/** The words of papers by language. */
export const paperWords: Readonly<Record<Language, PaperWords>> = { nl: dutch, fr: french, de: german, en: english }
